import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { schedules } from '#features/schedule/api.ts'
import type { Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { call, read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { sentenceFor, snack } from '#web/snack.tsx'
import { attendance, type Roll, type RollLine } from './api.ts'
import { type Mark, markWord } from './rules.ts'

type Where = { centerId: string; classId: string; on: Day }

const liveMs = 4000

/** The roll with its marks: a tap shows at once, goes to the server, and is taken back with a sentence when that refuses; undo in the snackbar. */
export function useRoll(where: Where) {
  const queries = useQueryClient()
  const rollRead = read(attendance.roll, where)
  const { data, error, refetch } = useQuery(rollRead)
  const [colleague, setColleague] = useState(false)
  const [sending, setSending] = useState(0)
  useLive(`center:${where.centerId}`, ['attendance'], [attendance.roll, schedules.day], ({ id }) => {
    if (id !== where.classId || sending > 0) return
    setColleague(true)
    setTimeout(() => setColleague(false), liveMs)
  })

  const show = (marks: ReadonlyMap<string, Partial<RollLine>>) =>
    queries.setQueryData<Roll>(
      rollRead.queryKey,
      (old) => old && { ...old, lines: old.lines.map((line) => ({ ...line, ...marks.get(line.studentId) })) },
    )

  /** Sends marks and clearings; `said` is what the snackbar says afterwards, with undo. */
  async function send(changes: { line: RollLine; mark: Mark | null }[], said: string | null) {
    await queries.cancelQueries({ queryKey: rollRead.queryKey })
    show(new Map(changes.map(({ line, mark }) => [line.studentId, { mark }])))
    setSending((count) => count + 1)
    try {
      const marks = changes.flatMap(({ line, mark }) => (mark ? [{ studentId: line.studentId, mark }] : []))
      if (marks.length > 0) {
        const taken = await call(attendance.take, { ...where, marks })
        show(new Map(taken.map(({ studentId, _id, mark, arrivedAt }) => [studentId, { attendanceId: _id, mark, arrivedAt }])))
      }
      for (const { line, mark } of changes) {
        const { attendanceId } =
          queries.getQueryData<Roll>(rollRead.queryKey)?.lines.find(({ studentId }) => studentId === line.studentId) ?? line
        if (!mark && attendanceId) await call(attendance.clear, { centerId: where.centerId, id: attendanceId })
      }
      if (said)
        snack(said, 'success', {
          label: 'Undo',
          act: () =>
            void send(
              changes.map(({ line }) => ({ line, mark: line.mark })),
              null,
            ),
        })
    } catch (failure) {
      snack(sentenceFor(failure), 'error')
    } finally {
      setSending((count) => count - 1)
      await queries.invalidateQueries({ queryKey: rollRead.queryKey })
    }
  }

  return {
    roll: data,
    error,
    refetch,
    colleague,
    mark: (line: RollLine, mark: Mark) => {
      const arrivedAt = mark === 'absent' ? null : line.arrivedAt
      return send([{ line, mark }], `${plain(line.firstName)}: ${markWord({ mark, arrivedAt })}`)
    },
    allPresent: () => {
      const open = (data?.lines ?? []).filter(({ mark, onBreak }) => mark === null && !onBreak)
      return send(
        open.map((line) => ({ line, mark: 'present' as const })),
        `${open.length} marked present`,
      )
    },
  }
}
