import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { type CheckedRow, studentImports } from './api.ts'
import type { Field } from './columns/rules.ts'
import type { Choice } from './rules.ts'

/** A file that was chosen; `id` tells it from the one before. */
export type Chosen = { id: number; csv: string; from: string }

type DryRun = { centerId: string; file: Chosen; matched: (Field | null)[] }

/**
 * What a file comes to with its columns and with what was decided, looked at anew after every decision; meanwhile the rows stay as they were,
 * with the decision.
 */
export function useDryRun({ centerId, file, matched }: DryRun) {
  const [columns, setColumns] = useState(matched)
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const ask = { centerId, csv: file.csv, columns, choices: [...choices], dryRun: true }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [studentImports.start.path, { centerId, file: file.id, columns, choices }],
    queryFn: ({ signal }) => call(studentImports.start, ask, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  const decided = new Map(choices.map((choice) => [choice.row, choice]))
  const withChoice = (row: CheckedRow): CheckedRow => {
    const choice = decided.get(row.row)
    return choice ? { ...row, do: choice.do, studentId: choice.studentId ?? null } : row
  }
  return {
    columns,
    match: (next: (Field | null)[]) => {
      setColumns(next)
      setChoices([])
    },
    errors: data?.checked?.errors ?? [],
    rows: data?.checked?.rows.map(withChoice) ?? null,
    decide: (next: readonly Choice[]) => {
      const rows = new Set(next.map(({ row }) => row))
      setChoices([...choices.filter(({ row }) => !rows.has(row)), ...next])
    },
    error,
    busy: isFetching,
    again: () => void refetch(),
  }
}
