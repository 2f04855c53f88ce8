import { useEffect, useRef, useState } from 'react'
import type { CallInput, Endpoint } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { download } from './api.ts'
import { toast } from './toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'

type State = { is: 'idle' } | { is: 'busy' | 'done'; bytes: number } | { is: 'failed'; error: unknown }

/** An endpoint that returns a file, and the name to save it under. */
export type DownloadRequest<E extends Endpoint> = { endpoint: E; input: CallInput<E>; file: string }

/** Makes the browser save a file. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Keep the URL for a while, because the browser reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Manages the download of a file. `state` contains its progress, and `start` saves the file and resolves to
 * the final state. Leaving the page cancels the download.
 */
export function useDownload() {
  const [state, setState] = useState<State>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const cancel = () => {
    running.current?.abort()
    setState({ is: 'idle' })
  }
  const start = async <E extends Endpoint>({ endpoint, input, file }: DownloadRequest<E>): Promise<State> => {
    const control = new AbortController()
    running.current = control
    const become = (next: State) => {
      if (control.signal.aborted) return { is: 'idle' } as const
      setState(next)
      return next
    }
    become({ is: 'busy', bytes: 0 })
    try {
      const onProgress = (bytes: number) => void become({ is: 'busy', bytes })
      const content = await download(endpoint, input, { onProgress, signal: control.signal })
      // Without a byte order mark, spreadsheets read a CSV file in a legacy encoding.
      saveFile(file.endsWith('.csv') ? new Blob(['\ufeff', content]) : content, file)
      return become({ is: 'done', bytes: content.size })
    } catch (error) {
      return become({ is: 'failed', error })
    }
  }
  return { state, start, cancel, reset: () => setState({ is: 'idle' }) }
}

/**
 * Returns a function that saves a list as a file and shows the outcome in a toast. The function resolves to
 * true if the file was saved.
 */
export function useListFile() {
  const { state, start } = useDownload()
  const save = async <E extends Endpoint>(wanted: DownloadRequest<E>) => {
    const end = await start(wanted)
    if (end.is === 'done') toast(t('Saved as {file}.', { file: wanted.file }))
    if (end.is === 'failed') toast(sentenceFor(end.error), 'error')
    return end.is === 'done'
  }
  return { busy: state.is === 'busy', save }
}
