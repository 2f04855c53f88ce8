import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallInput, Endpoint, OutputOf } from '#shared/contract.ts'
import { read } from './api.ts'
import { useLive } from './live.ts'
import { useMe } from './session.tsx'

type Run = { state: string; dryRun?: boolean }

const isUnderWay = ({ state }: Run) => ['waiting', 'running', 'undoing'].includes(state)

/** True while a run, other than a dry run, is waiting, in progress or being undone. */
export const isRunning = (run: Run) => !run.dryRun && isUnderWay(run)

/** True while a dry run is waiting or in progress. */
export const isChecking = (run: Run) => run.dryRun === true && isUnderWay(run)

const pollMs = 1000

/**
 * Returns a list's latest background runs, newest first, and refreshes them while one is in progress. Calls
 * `changed` whenever all runs that were in progress have ended, not counting dry runs.
 */
export function useRuns<E extends Endpoint>(
  list: OutputOf<E> extends Run[] ? E : never,
  input: CallInput<E>,
  changed: () => unknown,
): OutputOf<E> {
  const me = useMe()
  const { data = [] } = useQuery({
    ...read(list, input),
    refetchInterval: ({ state: { data: runs } }) =>
      (runs as Run[] | undefined)?.some(isUnderWay) ? pollMs : false,
  })
  useLive(`person:${me._id}`, ['import'], [list])
  const running = (data as Run[]).some(isRunning)
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && !running) void changed()
    ran.current = running
  })
  return data as OutputOf<E>
}
