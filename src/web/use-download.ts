import { useEffect, useRef, useState } from 'react'
import type { AskOf, Endpoint } from '#shared/contract.ts'
import { download } from './api.ts'
import './reauth.ts'
import { toast } from './toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'

type State = { is: 'idle' } | { is: 'busy' | 'done'; bytes: number } | { is: 'failed'; error: unknown }

/** A file of an endpoint that answers with one, and the name that it is kept by. */
export type Wanted<E extends Endpoint> = { endpoint: E; input: AskOf<E>; file: string }

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

/** Downloads a file, and says how much of it is there. Leaving the page ends it. */
export function useDownload() {
  const [state, setState] = useState<State>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const cancel = () => {
    running.current?.abort()
    setState({ is: 'idle' })
  }
  const start = async <E extends Endpoint>({ endpoint, input, file }: Wanted<E>): Promise<State> => {
    const control = new AbortController()
    running.current = control
    const become = (next: State) => {
      if (control.signal.aborted) return { is: 'idle' } as const
      setState(next)
      return next
    }
    become({ is: 'busy', bytes: 0 })
    try {
      const told = (bytes: number) => void become({ is: 'busy', bytes })
      const content = await download(endpoint, input, { told, signal: control.signal })
      // Spreadsheets take a table without a byte order mark for one in the letters of twenty years ago.
      keep(file.endsWith('.csv') ? new Blob(['\ufeff', content]) : content, file)
      return become({ is: 'done', bytes: content.size })
    } catch (error) {
      return become({ is: 'failed', error })
    }
  }
  return { state, start, cancel, reset: () => setState({ is: 'idle' }) }
}

/** Saves lists as files, and says in the snackbar what has become of it. `save` answers whether the file is there. */
export function useListFile() {
  const { state, start } = useDownload()
  const save = async <E extends Endpoint>(wanted: Wanted<E>) => {
    const end = await start(wanted)
    if (end.is === 'done') toast(`Saved as ${wanted.file}.`)
    if (end.is === 'failed') toast(sentenceFor(end.error), 'error')
    return end.is === 'done'
  }
  return { busy: state.is === 'busy', save }
}
