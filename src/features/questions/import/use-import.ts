import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import type { SectionPlace } from '../listing/question-pages.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { type Import, imports } from './api.ts'

/** True while an import is waiting or running. */
export const isRunning = (latest: Import | null | undefined) => latest?.state === 'waiting' || latest?.state === 'running'

const pollMs = 1000

/** Returns the latest import into a section and polls it while it runs. When it ends, the lists on the screen are reloaded. */
export function useImport(place: SectionPlace): Import | null {
  const me = useMe()
  const changed = useMaterialChange()
  const { data } = useQuery({
    ...read(imports.list, place),
    refetchInterval: ({ state }) => (isRunning(state.data?.[0]) ? pollMs : false),
  })
  useLive(`person:${me._id}`, ['import'], [imports.list])
  const latest = data?.[0] ?? null
  const running = isRunning(latest)
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && !running) void changed()
    ran.current = running
  })
  return latest
}
