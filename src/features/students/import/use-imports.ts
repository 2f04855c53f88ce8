import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { type Import, studentImports } from './api.ts'

const isUnderWay = ({ state }: Import) => state === 'waiting' || state === 'running' || state === 'undoing'

/** True while an import runs or is being undone. */
export const isRunning = (each: Import) => !each.dryRun && isUnderWay(each)

/** True while a dry run is in progress. */
export const isChecking = (each: Import) => each.dryRun && isUnderWay(each)

const pollMs = 1000

/** Latest imports of a center and the caller's dry run, refreshed while one runs. When an import ends, refetches the lists on screen. */
export function useImports(centerId: string) {
  const me = useMe()
  const changed = useStudentChange()
  const { data = [] } = useQuery({
    ...read(studentImports.list, { centerId }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
  })
  useLive(`person:${me._id}`, ['import'], [studentImports.list])
  const running = data.some(isRunning)
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && !running) void changed()
    ran.current = running
  })
  return { imports: data.filter((each) => !each.dryRun), dryRun: data.find((each) => each.dryRun) ?? null }
}
