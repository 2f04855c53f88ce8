import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { schedules } from '#features/schedule/api.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { read, serverNow } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { dismiss, enqueue, type SentEntry, useOutbox } from '#web/outbox.ts'
import { onSent } from '#web/outcomes.ts'
import { queries } from '#web/session.tsx'
import { toast } from '#web/toast.tsx'
import type { CallInput } from '#shared/contract.ts'
import { attendance, type Attendance, type Roll, type RollLine } from './api.ts'
import type { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'

type RollKey = { centerId: string; classId: string; on: Day }
/** A mark for one or more students. `message` returns the toast's text for the number of students marked. */
type MarkAll = { mark: Mark; onlyUnmarked?: boolean; message: (count: number) => string }
type Facts = Pick<RollLine, 'mark' | 'arrivedAt' | 'attendanceId'>
type Input = CallInput<typeof attendance.take>

/** State of a mark that isn't stored: being sent, or refused by the server. */
export type SaveState = 'waiting' | 'failed'

const factsOf = ({ mark, arrivedAt, _id }: Attendance): Facts => ({ mark, arrivedAt, attendanceId: _id })
const unmarked: Facts = { mark: null, arrivedAt: null, attendanceId: null }

const withFacts = (roll: Roll | undefined, facts: ReadonlyMap<string, Partial<Facts>>) =>
  roll && { ...roll, lines: roll.lines.map((line) => ({ ...line, ...facts.get(line.studentId) })) }

const markedWords = ({ firstName, arrivedAt }: RollLine, mark: Mark) =>
  `${firstName}: ${markWord({ mark, arrivedAt: mark === 'absent' ? null : arrivedAt })}`

/** Returns the name under which the outbox keeps the marks of a roll. */
const aboutRoll = ({ centerId, classId, on }: RollKey) => `roll ${centerId} ${classId} ${on}`

const inputOf = ({ input = {} }: { input?: Record<string, unknown> }) => input as Input

const marksOf = (entries: readonly { input?: Record<string, unknown> }[]) =>
  entries.flatMap((entry) => (entry.input ? inputOf(entry).marks : []))

/** Returns the facts that the server stored for a sent entry, by student id. */
function storedFacts({ input, answer }: Pick<SentEntry, 'input' | 'answer'>): ReadonlyMap<string, Facts> {
  if (!answer) return new Map()
  const cleared = inputOf({ input }).marks.filter(({ mark }) => mark === null)
  return new Map<string, Facts>([
    ...cleared.map(({ studentId }) => [studentId, unmarked] as const),
    ...(answer as Attendance[]).map((one) => [one.studentId, factsOf(one)] as const),
  ])
}

/** Marks that the roll showed when the server refused an entry of the outbox, by the entry's id. */
const hadThen = new Map<string, ReadonlyMap<string, Mark | null>>()

/**
 * Returns the ids of students whose refused mark the user must learn about. Leaves out marks that were stored
 * although the response was lost, and students whom somebody has marked since.
 */
const notSaved = (roll: Roll | undefined, refused: readonly SentEntry[]) =>
  refused.flatMap((sent) =>
    inputOf(sent)
      .marks.filter(({ studentId, mark: wanted, undoes }) => {
        const mark = roll?.lines.find((line) => line.studentId === studentId)?.mark ?? null
        const had = hadThen.get(sent.id)?.get(studentId)
        return undoes === undefined && mark !== wanted && (had === undefined || mark === had)
      })
      .map(({ studentId }) => studentId),
  )

// Updates the roll when a mark has been sent, even if another page is open by then or another window sent it.
onSent((sent) => {
  if (sent.kind !== 'mark') return
  const { centerId, classId, on } = inputOf(sent)
  const { queryKey } = read(attendance.roll, { centerId, classId, on })
  if (sent.refused !== undefined)
    hadThen.set(
      sent.id,
      new Map(queries.getQueryData<Roll>(queryKey)?.lines.map((line) => [line.studentId, line.mark])),
    )
  queries.setQueryData<Roll>(queryKey, (old) => withFacts(old, storedFacts(sent)))
  void queries.invalidateQueries({ queryKey })
})

/** Shows one message about the marks that couldn't be undone. `of` is the number of marks in the undo. */
function toastRefusals(refusals: readonly SentEntry[], of: number) {
  const [first] = refusals
  if (!first) return
  const few = t('{count} of {of}', { count: refusals.length, of })
  if (refusals.every(({ status }) => status === 412))
    toast(
      of === 1
        ? t('A colleague has since changed this. Their change was kept.')
        : t('A colleague has since changed {few} marks. Those changes were kept.', { few }),
      'warn',
    )
  else
    toast(
      of === 1
        ? `${first.refused}`
        : t('{few} marks couldn’t be undone. {refused}', { few, refused: first.refused }),
      'error',
    )
}

const put = (input: Input) =>
  enqueue(
    attendance.take,
    { kind: 'mark', about: aboutRoll(input), count: input.marks.length },
    { ...input, markedAt: new Date(serverNow()).toISOString() },
  ).sent

/**
 * Restores the earlier marks one student at a time, so that a colleague's later change is kept and the rest
 * is undone.
 */
async function undo(
  where: RollKey & { by: string | undefined },
  lines: readonly RollLine[],
  taken: readonly Attendance[],
) {
  const sent = await Promise.all(
    taken.map(({ studentId, version: undoes }) => {
      const mark = lines.find((line) => line.studentId === studentId)?.mark ?? null
      return put({ ...where, marks: [{ studentId, mark, undoes }] })
    }),
  )
  const refusals = sent.filter(({ refused }) => refused !== undefined)
  toastRefusals(refusals, taken.length)
}

/**
 * Returns the roll with its marks. A tap is shown immediately and goes to the outbox. If the server refuses
 * it, the mark is reverted and the row shows an error. Undo is in the toast.
 */
export function useRoll(where: RollKey) {
  // The teacher chosen on a classroom device; undefined elsewhere.
  const { userId: by } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(read(attendance.roll, where))
  const { unsent, refused } = useOutbox()
  const name = aboutRoll(where)
  const waiting = new Map(
    marksOf(unsent.filter(({ about }) => about === name)).map(({ studentId, mark }) => [studentId, { mark }]),
  )
  const failed = refused.filter(({ about }) => about === name)
  const colleague = useColleague(data, { name, waiting })
  useLive(`center:${where.centerId}`, ['attendance', 'schedule'], [attendance.roll, schedules.day])

  /** Dismisses the refused marks of these students. */
  const forget = (studentIds: readonly string[]) =>
    dismiss((sent) => {
      if (sent.about !== name) return sent
      const marks = inputOf(sent).marks.filter(({ studentId }) => !studentIds.includes(studentId))
      return marks.length > 0 ? { ...sent, input: { ...sent.input, marks } } : null
    })

  const take = async (lines: readonly RollLine[], { mark, onlyUnmarked, message }: MarkAll) => {
    const marks = lines.map(({ studentId }) => ({ studentId, mark }))
    forget(marks.map(({ studentId }) => studentId))
    const { answer, refused: why } = await put({ ...where, onlyUnmarked, marks, by })
    if (why !== undefined) return toast(why, 'error')
    const taken = answer as Attendance[]
    toast(message(taken.length), 'success', {
      label: t('Undo'),
      act: () => void undo({ ...where, by }, lines, taken),
    })
  }

  // Unsent marks override any data fetched in the meantime.
  const roll = withFacts(data, waiting)
  return {
    roll,
    error,
    refetch,
    colleague,
    /** Students whose marks aren't stored. A failed mark that is tapped again counts as waiting. */
    saving: new Map<string, SaveState>([
      ...notSaved(data, failed).map((studentId) => [studentId, 'failed'] as const),
      ...[...waiting.keys()].map((studentId) => [studentId, 'waiting'] as const),
    ]),
    onDismiss: ({ studentId }: RollLine) => forget([studentId]),
    onMark: (line: RollLine, mark: Mark) =>
      void take([line], { mark, message: () => markedWords(line, mark) }),
    /** Marks all students as present who have no mark yet and aren't on a break. */
    allPresent: () => {
      const open = (roll?.lines ?? []).filter(({ mark, onBreak }) => mark === null && !onBreak)
      void take(open, {
        mark: 'present',
        onlyUnmarked: true,
        message: (count) => t('{count} marked present', { count }),
      })
    },
  }
}

const shownMs = 4000

/**
 * Returns true for a while after someone else changes a mark. `waiting` holds the user's own unsent marks,
 * which the outbox keeps under `name`.
 */
function useColleague(
  roll: Roll | undefined,
  { name, waiting }: { name: string; waiting: ReadonlyMap<string, unknown> },
) {
  const [noticedAt, setNoticedAt] = useState<number | null>(null)
  const known = useRef<Map<string, Mark | null> | null>(null)
  const compare = useEffectEvent((lines: readonly RollLine[]) => {
    const others = lines.filter(
      ({ studentId, mark }) => known.current && (known.current.get(studentId) ?? null) !== mark,
    )
    known.current = new Map(lines.map(({ studentId, mark }) => [studentId, mark]))
    if (others.some(({ studentId }) => !waiting.has(studentId))) setNoticedAt(Date.now())
  })
  useEffect(() => {
    if (roll) compare(roll.lines)
  }, [roll])
  useEffect(() => {
    if (noticedAt === null) return
    const timer = setTimeout(() => setNoticedAt(null), shownMs)
    return () => clearTimeout(timer)
  }, [noticedAt])
  useEffect(
    () =>
      onSent((sent) => {
        if (sent.about === name)
          for (const [studentId, { mark }] of storedFacts(sent)) known.current?.set(studentId, mark)
      }),
    [name],
  )
  return noticedAt !== null
}
