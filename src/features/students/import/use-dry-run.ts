import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { badText } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { call, isUnanswered, read } from '#web/api.ts'
import { type CheckedRow, type Import, studentImports } from './api.ts'
import type { Field } from './columns.ts'
import type { CsvFile } from './FileField.tsx'
import type { Choice } from './plan.ts'

/** A dry run of the file that was started before the page was loaded. */
type PreviousCheck = { importId: string; columns: (Field | null)[] | null; choices: readonly Choice[] }

export type SelectedFile = CsvFile & { kept?: PreviousCheck }

const maxTries = 10

/** Puts the caller's dry run into the center's list of imports; null removes it. */
export function showDryRun(queries: QueryClient, centerId: string, dryRun: Import | null) {
  queries.setQueryData<Import[]>(read(studentImports.list, { centerId }).queryKey, (before = []) => [
    ...(dryRun ? [dryRun] : []),
    ...before.filter((each) => !each.dryRun),
  ])
}

const pollMs = 300

const pause = (signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const timer = setTimeout(done, pollMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      fail(signal.reason as Error)
    })
  })

/** Waits for the result of a dry run. Throws a Problem if the dry run failed or was discarded. */
async function resultOf(
  centerId: string,
  id: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (latest: Import) => void },
) {
  for (;;) {
    try {
      const { import: latest, checked } = await call(studentImports.one, { centerId, id }, { signal })
      onProgress(latest)
      if (checked) return checked
      if (latest.state === 'failed') throw new Problem(409, 'check_failed', latest.error ?? '')
    } catch (error) {
      if (error instanceof Problem && error.status === 404)
        throw new Problem(
          409,
          'discarded',
          t('You checked another file or discarded this one. Try again to check this file.'),
        )
      // The check continues on the server even if no response arrives.
      if (!isUnanswered(error)) throw error
    }
    await pause(signal)
  }
}

type DryRun = { centerId: string; file: SelectedFile; matched: (Field | null)[] }

/**
 * Returns the result of checking a file with its columns and choices. Every choice causes another check.
 * Until that check is done, the previous rows stay on screen with the choice applied.
 */
export function useDryRun({ centerId, file, matched }: DryRun) {
  const queries = useQueryClient()
  const [request, setRequest] = useState({
    columns: file.kept?.columns ?? matched,
    choices: file.kept?.choices ?? [],
    times: file.kept ? 0 : 1,
  })
  const { columns, choices } = request
  const showProgress = (latest: Import) => showDryRun(queries, centerId, latest)
  const name = file.from.slice(0, 200)
  const ask = {
    centerId,
    csv: file.csv,
    name: badText(name) ? '' : name,
    columns,
    choices: [...choices],
    dryRun: true,
  }
  const { data, error, isFetching } = useQuery({
    // Don't use the list's path as the key, because every step of a check refetches that path.
    queryKey: [studentImports.discard.path, { centerId, file: file.id, ...request }],
    queryFn: async ({ signal }) => {
      if (file.kept && request.times === 0)
        return await resultOf(centerId, file.kept.importId, { signal, onProgress: showProgress })
      const { import: begun, checked } = await call(studentImports.start, ask, { signal })
      showProgress(begun)
      return checked ?? (await resultOf(centerId, begun._id, { signal, onProgress: showProgress }))
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    // A center can check only one file at a time, so another file's check may still be running.
    retry: (tries, failure) =>
      tries < maxTries && failure instanceof Problem && [429, 503].includes(failure.status),
    retryDelay: 1500,
  })
  const again = (next: Partial<typeof request> = {}) =>
    setRequest({ ...request, ...next, times: request.times + 1 })
  const decided = new Map(choices.map((choice) => [choice.row, choice]))
  const withChoice = (row: CheckedRow): CheckedRow => {
    const choice = decided.get(row.row)
    return choice ? { ...row, do: choice.do, studentId: choice.studentId ?? null } : row
  }
  return {
    columns,
    match: (next: (Field | null)[]) => again({ columns: next, choices: [] }),
    errors: data?.errors ?? [],
    rows: data?.rows.map(withChoice) ?? null,
    decide: (next: readonly Choice[]) => {
      const rows = new Set(next.map(({ row }) => row))
      again({ choices: [...choices.filter(({ row }) => !rows.has(row)), ...next] })
    },
    error,
    busy: isFetching,
    again: () => again(),
  }
}
