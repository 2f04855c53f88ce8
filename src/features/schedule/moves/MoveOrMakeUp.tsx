import { useState } from 'react'
import type { ClassEntry, Schedule, Scheduled } from '../api.ts'
import type { Credit } from '../credits/api.ts'
import { type Place, places, type PlaceOfStudent } from '../places/api.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { AffectedMakeUps, useAffectedMakeUps } from '../places/AffectedMakeUps.tsx'
import { Alternatives } from '../places/Alternatives.tsx'
import { isGuest, placeFacts } from '../places/refusals.ts'
import { usePlaceSend } from '../places/use-place-send.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { DayField } from '#ui/DayField.tsx'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { Segments } from '#ui/Segments.tsx'
import { call } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { useEdit } from '#web/use-edit.ts'
import { isFull, type MoveChoice, moveChoicesInto, moveChoiceInWords } from './move-choices.ts'
import style from './Moves.module.css'

/** A student in a class of the day, with their place there and their credits. */
export type MovingStudent = {
  student: Scheduled
  from: ClassEntry
  place: PlaceOfStudent
  credits: readonly Credit[]
}

type MoveOrMakeUpProps = {
  centerId: string
  schedule: Schedule
  mover: MovingStudent
  /** Id of the class that the student was dropped on, or null. */
  to: string | null
  onClose: () => void
}

type SendOptions = MoveOrMakeUpProps & { overReason: string; onError: (error: Error) => void }

/**
 * Returns `take`, which books a make-up or moves a place, and `wait`, which adds the student to a waitlist.
 * Both offer to undo the change if that is possible.
 */
function useMoveActions({ centerId, mover, overReason, onError, onClose }: SendOptions) {
  const { student, from, place } = mover
  const book = usePlaceSend(places.enroll, {
    message: ({ type, startDate }) =>
      type === 'waitlist'
        ? t('Added to the waitlist.')
        : t('Make-up booked for {day}.', { day: dayInWords(startDate) }),
    undo: (after) => () => call(places.remove, { centerId, placeId: after._id }, { version: after.version }),
    onDone: onClose,
    onError,
  })
  const move = usePlaceSend(places.move, {
    message: ({ startDate }) =>
      isGuest(student.type)
        ? t('Moved to {day}.', { day: dayInWords(startDate) })
        : t('Moved starting {day}.', { day: dayInWords(startDate) }),
    // Offer no undo if it couldn't restore everything: the student would return to the end of a waitlist, the
    // place would no longer be marked as a first class, or canceled make-ups would stay canceled.
    undo: (after) =>
      covered.length > 0 ||
      student.type === 'waitlist' ||
      (place.firstClass && place.startDate === after.startDate)
        ? null
        : () =>
            call(
              places.move,
              {
                centerId,
                placeId: after._id,
                classId: from.id,
                startDate: isGuest(student.type) ? place.startDate : after.startDate,
              },
              { version: after.version },
            ),
    onDone: onClose,
    onError,
  })
  const ofStudent = { centerId, studentId: student._id }
  const { covered, isConfirmed } = useAffectedMakeUps(move.error)
  return {
    covered,
    busy: book.busy || move.busy,
    error: book.error ?? move.error,
    wait: (classId: string, startDate: Day) =>
      book.send({ ...ofStudent, classId, type: 'waitlist', startDate }),
    take: (classId: string, way: MoveChoice, startDate: Day, ifMatch: number) => {
      const where = { classId, startDate, overReason: overReason.trim() || undefined }
      if (way.kind === 'make-up')
        book.send({ ...ofStudent, ...where, type: 'make-up', creditId: way.credit._id })
      else move.send({ centerId, placeId: place._id, ...where, confirmed: isConfirmed(where), ifMatch })
    },
  }
}

const kinds = [
  { value: 'make-up' as const, label: 'Make-up' },
  { value: 'move' as const, label: 'Move' },
]

/**
 * Sheet that gets a student into another class of the same day: with a make-up on that day, or by moving the
 * student's place there.
 */
export function MoveOrMakeUp(props: MoveOrMakeUpProps) {
  const { schedule, mover, onClose } = props
  const { student, from, place, credits } = mover
  const [classId, setClassId] = useState(props.to)
  const [kind, setKind] = useState<MoveChoice['kind'] | null>(null)
  const [day, setDay] = useState<Day | null>(null)
  const [overReason, setOverReason] = useState('')
  const { base, fail, differences } = useEdit<Place, object>(place, {
    draftOf: () => ({}),
    words: null,
    facts: placeFacts,
  })
  const { busy, error, covered, take, wait } = useMoveActions({ ...props, overReason, onError: fail })
  const on = schedule.date
  const into = (to: ClassEntry) =>
    moveChoicesInto({ student, from, to, on, today: schedule.today, classes: schedule.schedules, credits })
  const to = schedule.schedules.find(({ id }) => id === classId)
  const { ways, why } = to ? into(to) : { ways: [], why: null }
  const way = ways.find((each) => each.kind === kind) ?? ways[0]
  const startDate = day ?? way?.on ?? on
  const go = (start: Day) => to && way && take(to.id, way, start, base.version)
  return (
    <EditSheet
      title={t('Move or make up: {value}', { value: fullName(student) })}
      save={
        way?.kind === 'make-up' ? t('Book make-up') : t(covered.length > 0 ? 'Cancel them and move' : 'Move')
      }
      busy={busy}
      error={error}
      differences={differences}
      onSave={() => go(startDate)}
      onClose={onClose}
    >
      <DayClass {...{ schedule, from, into }} value={classId} onChange={setClassId} />
      {ways.length > 1 && (
        <Segments
          label={t('Make-up or move')}
          segments={kinds.map((each) => ({ ...each, label: t(each.label) }))}
          value={way?.kind ?? null}
          onChange={setKind}
        />
      )}
      {why && <p className={style.why}>{why}.</p>}
      {to && way && <Facts {...{ mover, to, way }} />}
      {way?.kind === 'move' && !isGuest(student.type) && (
        <DayField label={t('From')} value={startDate} onChange={setDay} />
      )}
      <AffectedMakeUps covered={covered} />
      <Alternatives
        error={error}
        overReason={overReason}
        onOverReason={setOverReason}
        onDay={(next) => {
          setDay(next)
          go(next)
        }}
        onWaitlist={to && way?.kind === 'move' ? () => wait(to.id, startDate) : undefined}
      />
    </EditSheet>
  )
}

type DayClassProps = {
  schedule: Schedule
  from: ClassEntry
  into: (to: ClassEntry) => ReturnType<typeof moveChoicesInto>
  value: string | null
  onChange: (classId: string) => void
}

/** Select for another class of the day. Shows why a class isn't available. */
function DayClass({ schedule, from, into, value, onChange }: DayClassProps) {
  const data = schedule.schedules
    .filter(({ id }) => id !== from.id)
    .map((to) => {
      const { why } = into(to)
      const { id, name, time, seats, maxSize } = to
      return {
        value: id,
        label: [name, clock(time), why ?? `${seats}/${maxSize}`].join(' · '),
        disabled: why !== null,
      }
    })
  return (
    <SearchSelect
      label={t('Class')}
      placeholder={t(data.length === 0 ? 'No other class on this day' : 'Choose a class')}
      data={data}
      classNames={{ option: style.option }}
      value={value}
      onChange={(id) => id && onChange(id)}
      required
      withAsterisk={false}
      openOnFocus={false}
      nothingFound={t('No matching class on this day')}
      data-autofocus
    />
  )
}

/** Describes the effect of the chosen option, and whether there is a seat. */
function Facts({
  mover: { student, from },
  to,
  way,
}: {
  mover: MovingStudent
  to: ClassEntry
  way: MoveChoice
}) {
  return (
    <div className={`${style.facts} grid gap-1`} data-figures>
      <p data-full={isFull(student, way) || undefined}>{moveChoiceInWords(student, to, way)}.</p>
      {way.kind === 'make-up' ? (
        <p>
          {t('Makes up for {className}. The place in {from} doesn’t change.', {
            className: way.credit.className,
            from: from.name,
          })}
        </p>
      ) : isGuest(student.type) ? (
        <p>{t('The student’s place in {from} becomes free.', { from: from.name })}</p>
      ) : (
        <p>
          {student.type === 'waitlist'
            ? t('The waitlist place in {className} ends the day before.', { className: from.name })
            : t('The student’s place in {className} ends the day before.', { className: from.name })}
        </p>
      )}
    </div>
  )
}
