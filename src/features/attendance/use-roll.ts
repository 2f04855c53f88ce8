import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { schedules } from '#features/schedule/api.ts'
import type { Day } from '#shared/days.ts'
import { Problem } from '#shared/problem.ts'
import { call, read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { attendance, type Attendance, type Roll, type RollLine } from './api.ts'
import type { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'

type Where = { centerId: string; classId: string; on: Day }
/** A line as it was before the change, and its new mark; null clears the mark. */
type Change = { line: RollLine; mark: Mark | null }
/** `said` returns the snackbar's text for a number of marks. */
type Taking = { mark: Mark; onlyUnmarked?: boolean; said: (count: number) => string }
type Facts = Pick<RollLine, 'mark' | 'arrivedAt' | 'attendanceId'>
/** Facts stored on the server, by student id. */
type Stored = ReadonlyMap<string, Facts>

/** State of a mark that isn't stored: on its way, or refused by the server. */
export type Saving = 'waiting' | 'failed'
/** A mark that the server didn't accept, and the mark the student had at that time. */
type NotSaved = { wanted: Mark | null; had: Mark | null }

const factsOf = ({ mark, arrivedAt, _id }: Attendance): Facts => ({ mark, arrivedAt, attendanceId: _id })
const unmarked: Facts = { mark: null, arrivedAt: null, attendanceId: null }

const withFacts = (roll: Roll | undefined, facts: ReadonlyMap<string, Partial<Facts>>) =>
  roll && { ...roll, lines: roll.lines.map((line) => ({ ...line, ...facts.get(line.studentId) })) }

const isColleagues = (failure: unknown) => failure instanceof Problem && failure.status === 412

const markedWords = ({ firstName, arrivedAt }: RollLine, mark: Mark) =>
  `${firstName}: ${markWord({ mark, arrivedAt: mark === 'absent' ? null : arrivedAt })}`

/** Tells the user in one sentence which marks could not be undone. `of` is the number of marks in the undo. */
function tellLeft(failures: readonly unknown[], of: number) {
  const [first] = failures
  if (first === undefined) return
  const few = `${failures.length} of ${of}`
  if (failures.every(isColleagues))
    toast(
      of === 1 ? 'A colleague has changed this since. Their change stays.' : `A colleague has changed ${few} since. Their changes stay.`,
      'warn',
    )
  else toast(of === 1 ? sentenceFor(first) : `${few} couldn’t be undone. ${sentenceFor(first)}`, 'error')
}

/** Restores the earlier marks one student at a time, so a colleague's later change stays and the rest is undone. */
async function undo(where: Where & { by: string | undefined }, changes: readonly Change[], taken: readonly Attendance[]) {
  const facts = new Map<string, Facts>()
  const failures: unknown[] = []
  for (const { studentId, version: undoes } of taken) {
    const mark = changes.find(({ line }) => line.studentId === studentId)?.line.mark ?? null
    try {
      const [before] = await call(attendance.take, { ...where, marks: [{ studentId, mark, undoes }] })
      facts.set(studentId, before ? factsOf(before) : unmarked)
    } catch (failure) {
      failures.push(failure)
    }
  }
  tellLeft(failures, taken.length)
  return facts
}

const nothingLeft: ReadonlyMap<string, NotSaved> = new Map()

/** Marks of a roll that the server didn't accept. Kept when the user leaves the page, as nobody else knows about those taps. */
function useNotSaved(where: Where, roll: Roll | undefined) {
  const queries = useQueryClient()
  const queryKey = ['not saved', where]
  const { data: left = nothingLeft } = useQuery<typeof nothingLeft>({ queryKey, queryFn: skipToken, gcTime: Infinity })
  const noteWhether = (isSaved: boolean, changes: readonly Change[]) => {
    const lines = queries.getQueryData<Roll>(read(attendance.roll, where).queryKey)?.lines
    queries.setQueryData<typeof nothingLeft>(queryKey, (old) => {
      const next = new Map(old)
      for (const { line, mark: wanted } of changes) {
        const had = lines?.find(({ studentId }) => studentId === line.studentId)?.mark ?? null
        if (isSaved) next.delete(line.studentId)
        else next.set(line.studentId, { wanted, had })
      }
      return next
    })
  }
  /** False if only the response was lost, or if somebody has marked the student since. */
  const isLeft = ({ studentId, mark }: RollLine) => {
    const one = left.get(studentId)
    return one !== undefined && mark === one.had && mark !== one.wanted
  }
  return { failed: roll?.lines.filter(isLeft) ?? [], noteWhether }
}

/** Number of mark writes waiting or in flight. They continue when the user leaves the roll, but would be lost with the window. */
let unsent = 0
window.addEventListener('beforeunload', (event) => unsent > 0 && event.preventDefault())

/** Sends changes one after another, so that the last tap wins. `onEnd` gets the stored facts, or null if the server refused. */
function useSending() {
  const [waiting, setWaiting] = useState<readonly Change[]>([])
  const sending = useRef(Promise.resolve())
  function send(changes: readonly Change[], act: () => Promise<Stored>, onEnd: (facts: Stored | null) => void) {
    setWaiting((others) => [...others, ...changes])
    unsent += 1
    sending.current = sending.current.then(async () => {
      const facts = await act().catch((failure: unknown) => {
        toast(sentenceFor(failure), 'error')
        return null
      })
      onEnd(facts)
      unsent -= 1
      setWaiting((others) => others.filter((change) => !changes.includes(change)))
    })
  }
  return { waiting, send }
}

/** The roll with its marks. A tap shows at once and goes to the server; if refused, it is reverted and the row says so. Undo is in the snackbar. */
export function useRoll(where: Where) {
  const queries = useQueryClient()
  // On a device: the teacher chosen there.
  const { userId: by } = useParams({ strict: false })
  const rollRead = read(attendance.roll, where)
  const { data, error, refetch } = useQuery(rollRead)
  const { waiting, send } = useSending()
  const onTheirWay = new Map(waiting.map(({ line, mark }) => [line.studentId, { mark }]))
  const { colleague, own } = useColleague(data, onTheirWay)
  const { failed, noteWhether } = useNotSaved(where, data)
  useLive(`center:${where.centerId}`, ['attendance', 'schedule'], [attendance.roll, schedules.day])

  /** Waiting changes stay on top of any data fetched meanwhile. */
  const put = (changes: readonly Change[], act: () => Promise<Stored>) =>
    send(changes, act, (facts) => {
      if (facts) own(facts)
      if (facts) queries.setQueryData<Roll>(rollRead.queryKey, (old) => withFacts(old, facts))
      noteWhether(facts !== null, changes)
      void queries.invalidateQueries({ queryKey: rollRead.queryKey })
    })

  const takeBack = (changes: readonly Change[], taken: readonly Attendance[]) =>
    put(
      changes.map(({ line }) => ({ line, mark: line.mark })),
      () => undo({ ...where, by }, changes, taken),
    )

  const take = (lines: readonly RollLine[], { mark, onlyUnmarked, said }: Taking) => {
    const changes = lines.map((line) => ({ line, mark }))
    const marks = lines.map(({ studentId }) => ({ studentId, mark }))
    put(changes, async () => {
      const taken = await call(attendance.take, { ...where, onlyUnmarked, marks, by })
      toast(said(taken.length), 'success', { label: 'Undo', act: () => takeBack(changes, taken) })
      return new Map(taken.map((one) => [one.studentId, factsOf(one)]))
    })
  }

  const roll = withFacts(data, onTheirWay)
  return {
    roll,
    error,
    refetch,
    colleague,
    /** Students whose marks aren't stored. A failed one that is tapped again shows as waiting. */
    saving: new Map<string, Saving>([
      ...failed.map(({ studentId }) => [studentId, 'failed'] as const),
      ...waiting.map(({ line }) => [line.studentId, 'waiting'] as const),
    ]),
    mark: (line: RollLine, mark: Mark) => take([line], { mark, said: () => markedWords(line, mark) }),
    /** Skips students whom somebody has marked meanwhile or whose absence was reported. */
    allPresent: () => {
      const open = (roll?.lines ?? []).filter(({ mark, onBreak }) => mark === null && !onBreak)
      take(open, { mark: 'present', onlyUnmarked: true, said: (count) => `${count} marked present` })
    },
  }
}

const shownMs = 4000

/** True for a while after someone else changes a mark. `waiting` are the user's own marks in flight; `own` registers those that arrived. */
function useColleague(roll: Roll | undefined, waiting: ReadonlyMap<string, unknown>) {
  const [seenAt, setSeenAt] = useState<number | null>(null)
  const known = useRef<Map<string, Mark | null> | null>(null)
  const hear = useEffectEvent((lines: readonly RollLine[]) => {
    const others = lines.filter(({ studentId, mark }) => known.current && (known.current.get(studentId) ?? null) !== mark)
    known.current = new Map(lines.map(({ studentId, mark }) => [studentId, mark]))
    if (others.some(({ studentId }) => !waiting.has(studentId))) setSeenAt(Date.now())
  })
  useEffect(() => {
    if (roll) hear(roll.lines)
  }, [roll])
  useEffect(() => {
    if (seenAt === null) return
    const timer = setTimeout(() => setSeenAt(null), shownMs)
    return () => clearTimeout(timer)
  }, [seenAt])
  const own = (facts: ReadonlyMap<string, Facts>) => {
    for (const [studentId, { mark }] of facts) known.current?.set(studentId, mark)
  }
  return { colleague: seenAt !== null, own }
}
