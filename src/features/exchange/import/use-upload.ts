import { useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { call, callWithPauses, isUnanswered } from '#web/api.ts'
import { type MaterialImport, materialImports } from './api.ts'
import { maxFileSize, partSize } from './material-file.ts'

type State =
  | { is: 'idle' }
  /** Upload in progress. `done` and `of` are numbers of bytes. */
  | { is: 'uploading'; name: string; done: number; of: number }
  | { is: 'checking'; name: string }
  | { is: 'checked'; name: string; import: MaterialImport }
  | { is: 'failed'; name: string; error: unknown }

const maxTries = 3

/** Minimum time in ms between the starts of two parts, so that the rate limit doesn't refuse any. */
const paceMs = 1000 / (materialImports.part.rate?.perSecond ?? Infinity)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends one part. If there is no response, tries again, up to three times in all. Repeating a part is
 * harmless.
 */
async function sendPart(id: string, num: number, file: Blob, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callWithPauses(materialImports.part, { id, num }, { file, signal })
    } catch (error) {
      if (tries === maxTries || !isUnanswered(error)) throw error
    }
  }
}

/**
 * Returns the state of an upload, and functions to start and to reset it. `start` uploads a file part by part
 * and then has it checked. Nothing is imported yet.
 */
export function useUpload() {
  const [state, setState] = useState<State>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (file: File) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const { name, size } = file
    const put = (next: State) => control.signal.aborted || setState(next)
    try {
      if (size > maxFileSize) throw new Problem(413, 'too_large', t('Files can be up to 200 MiB.'))
      if (size === 0) throw new Problem(422, 'empty', t('This file is empty.'))
      put({ is: 'uploading', name, done: 0, of: size })
      const { _id: id } = await call(materialImports.begin, { name, size })
      for (let at = 0; at < size; at += partSize) {
        const next = pause(paceMs)
        await sendPart(
          id,
          at / partSize + 1,
          file.slice(at, at + partSize, 'application/zip'),
          control.signal,
        )
        put({ is: 'uploading', name, done: Math.min(at + partSize, size), of: size })
        if (at + partSize < size) await next
      }
      put({ is: 'checking', name })
      put({ is: 'checked', name, import: await call(materialImports.check, { id }) })
    } catch (error) {
      put({ is: 'failed', name, error })
    }
  }
  const reset = () => {
    running.current?.abort()
    setState({ is: 'idle' })
  }
  return { state, start, reset }
}
