import { useEffect, useRef, useState } from 'react'
import type { AskOf } from '#shared/contract.ts'
import { download } from '#web/api.ts'
import { materialExport } from './api.ts'

type State = { is: 'idle' } | { is: 'busy' | 'done'; bytes: number } | { is: 'failed'; error: unknown }

/** Gives a file to the browser to keep. */
function keep(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads an export, and says how much of it is there. Leaving the page ends it. */
export function useDownload() {
  const [state, setState] = useState<State>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const cancel = () => {
    running.current?.abort()
    setState({ is: 'idle' })
  }
  const start = async (which: AskOf<typeof materialExport.file>, name: string) => {
    const control = new AbortController()
    running.current = control
    setState({ is: 'busy', bytes: 0 })
    try {
      const told = (bytes: number) => control.signal.aborted || setState({ is: 'busy', bytes })
      const file = await download(materialExport.file, which, { told, signal: control.signal })
      keep(file, name)
      setState({ is: 'done', bytes: file.size })
    } catch (error) {
      if (!control.signal.aborted) setState({ is: 'failed', error })
    }
  }
  return { state, start, cancel, reset: () => setState({ is: 'idle' }) }
}
