import { useQuery } from '@tanstack/react-query'
import { read } from '#web/api.ts'
import { studentImports } from './api.ts'
import type { SelectedFile } from './use-dry-run.ts'

/**
 * Reads the file of a dry run that was started before the page was loaded. `kept` is null while the file is
 * loading, and if there is none.
 */
export function useKeptFile(centerId: string, importId: string | null) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read(studentImports.one, { centerId, id: importId ?? '', withFile: true }),
    enabled: importId !== null,
    staleTime: Infinity,
    gcTime: 0,
  })
  const file = importId !== null && data?.file
  const kept: SelectedFile | null = file
    ? {
        id: data.import._id,
        csv: file.csv,
        from: file.name,
        kept: { importId: data.import._id, columns: file.columns, choices: file.choices },
      }
    : null
  return { kept, error, busy: isFetching, again: () => void refetch() }
}
