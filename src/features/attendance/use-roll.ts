import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { schedules } from '#features/schedule/api.ts'
import type { Day } from '#shared/days.ts'
import { Problem } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { call, read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { attendance, type Attendance, type Roll, type RollLine } from './api.ts'
import type { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'

type Where = { centerId: string; classId: string; on: Day }
/** A line as it was seen, and what it is to become; null takes its mark back. */
type Change = { line: RollLine; mark: Mark | null }
/** `said` is what the snackbar says of so many marks. */
type Taking = { mark: Mark; onlyUnmarked?: boolean; said: (count: number) => string }
type Facts = Pick<RollLine, 'mark' | 'arrivedAt' | 'attendanceId'>
/** What the server has of each child, by their id. */
type Stored = ReadonlyMap<string, Facts>

/** How it goes with a mark that isn't stored: on its way, or not taken by the server. */
export type Saving = 'waiting' | 'failed'
/** A mark that the server didn't take, and the one that the child had there then. */
type NotSaved = { wanted: Mark | null; had: Mark | null }

const factsOf = ({ mark, arrivedAt, _id }: Attendance): Facts => ({ mark, arrivedAt, attendanceId: _id })
const unmarked: Facts = { mark: null, arrivedAt: null, attendanceId: null }

const withFacts = (roll: Roll | undefined, facts: ReadonlyMap<string, Partial<Facts>>) =>
  roll && { ...roll, lines: roll.lines.map((line) => ({ ...line, ...facts.get(line.studentId) })) }

const isColleagues = (failure: unknown) => failure instanceof Problem && failure.status === 412

const markedWords = ({ firstName, arrivedAt }: RollLine, mark: Mark) =>
  `${plain(firstName)}: ${markWord({ mark, arrivedAt: mark === 'absent' ? null : arrivedAt })}`

/** What an undo could not do, in one sentence; `of` is how many marks it was for. */
function tellLeft(failures: readonly unknown[], of: number) {
  const [first] = failures
  if (first === undefined) return
  const few = `${failures.length} of ${of}`
  if (failures.every(isColleagues))
    toast(
      of === 1
        ? 'A colleague has changed this meanwhile. It stays as they left it.'
        : `A colleague has changed ${few} meanwhile. Those stay as they left them.`,
      'warn',
    )
  else toast(of === 1 ? sentenceFor(first) : `${few} could not be undone. ${sentenceFor(first)}`, 'error')
}

/** Back to what was seen before, each child by itself, so that what a colleague has changed since stays and the rest is undone. */
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

/** The marks of a roll that the server didn't take; kept while the page is left for another, as nobody else knows that they were tapped. */
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
  /** Not where only the answer was lost, nor where somebody has marked the child since. */
  const isLeft = ({ studentId, mark }: RollLine) => {
    const one = left.get(studentId)
    return one !== undefined && mark === one.had && mark !== one.wanted
  }
  return { failed: roll?.lines.filter(isLeft) ?? [], noteWhether }
}

/** How many writes of marks wait or are under way. They go on when the roll is left for another page, and would be lost with the window. */
let unsent = 0
window.addEventListener('beforeunload', (event) => unsent > 0 && event.preventDefault())

/** Sends changes one after the other, so that the last tap is what stays. `onEnd` hears what is stored then, or null when the server refused. */
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

/** The roll with its marks: a tap shows at once, goes to the server, and is taken back and told in its row when that refuses; undo in the snackbar. */
export function useRoll(where: Where) {
  const queries = useQueryClient()
  // On a device who was chosen there.
  const { userId: by } = useParams({ strict: false })
  const rollRead = read(attendance.roll, where)
  const { data, error, refetch } = useQuery(rollRead)
  const { waiting, send } = useSending()
  const onTheirWay = new Map(waiting.map(({ line, mark }) => [line.studentId, { mark }]))
  const { colleague, own } = useColleague(data, onTheirWay)
  const { failed, noteWhether } = useNotSaved(where, data)
  useLive(`center:${where.centerId}`, ['attendance', 'schedule'], [attendance.roll, schedules.day])

  /** What waits lies over whatever is read meanwhile. */
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
    /** The students whose marks aren't stored. Who is tapped again waits again. */
    saving: new Map<string, Saving>([
      ...failed.map(({ studentId }) => [studentId, 'failed'] as const),
      ...waiting.map(({ line }) => [line.studentId, 'waiting'] as const),
    ]),
    mark: (line: RollLine, mark: Mark) => take([line], { mark, said: () => markedWords(line, mark) }),
    /** Whom somebody has marked meanwhile, or a family has told of, stays as it is. */
    allPresent: () => {
      const open = (roll?.lines ?? []).filter(({ mark, onBreak }) => mark === null && !onBreak)
      take(open, { mark: 'present', onlyUnmarked: true, said: (count) => `${count} marked present` })
    },
  }
}

const shownMs = 4000

/** True for a while after a mark has changed that isn't one's own. `waiting` are one's own on their way; `own` takes those that arrived. */
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
