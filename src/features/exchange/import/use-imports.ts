import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { type MaterialImport, materialImports } from './api.ts'

/** True while an import is in progress. */
export const isRunning = ({ state }: MaterialImport) => state === 'waiting' || state === 'running'

const pollMs = 1000

/** Recent imports, updated while one runs. When it ends, the material lists are fetched again. */
export function useImports(): readonly MaterialImport[] {
  const me = useMe()
  const changed = useMaterialChange()
  const { data = [] } = useQuery({
    ...read(materialImports.list, {}),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
  })
  useLive(`person:${me._id}`, ['import'], [materialImports.list])
  const running = data.some(isRunning)
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && !running) void changed()
    ran.current = running
  })
  return data
}
