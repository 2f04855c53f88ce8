import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { type Class, classes } from '../classes/api.ts'
import type { PlaceType } from '#features/students/rules.ts'
import { students } from '#features/students/api.ts'
import { placeWords } from '#features/students/rules.ts'
import { addDays } from '#shared/calendar.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { Segments } from '#ui/Segments.tsx'
import { read } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { places } from './api.ts'
import { ClassChoice } from './ClassChoice.tsx'
import { Alternatives } from './Alternatives.tsx'
import { FreeSeats } from './FreeSeats.tsx'
import { firstDay, isGuest } from './refusals.ts'
import { StudentChoice } from './StudentChoice.tsx'
import { usePlaceSend } from './use-place-send.ts'

type EnrollSheetProps = {
  centerId: string
  /** Student to enroll. If omitted, the user chooses one in the sheet. */
  student?: { id: string; name: string }
  /** Class, with a day on which it meets. If omitted, the user chooses one in the sheet. */
  klass?: { id: string; name: string; on: Day }
  type?: PlaceType
  /** Label of the button that closes the sheet. */
  leave?: string
  onClose: () => void
}

const types = () =>
  (['regular', 'make-up', 'trial', 'waitlist'] as const).map((value) => ({
    value,
    label: t(placeWords[value]),
  }))

const saves: Record<PlaceType, string> = {
  regular: 'Enroll',
  'make-up': 'Enroll',
  trial: 'Book trial',
  waitlist: 'Add to waitlist',
}

const hints: Record<PlaceType, string> = {
  regular: 'First day in the class.',
  'make-up': 'One day. Uses the credit that expires first.',
  trial: 'One day, no credit needed. At most two per subject.',
  waitlist: 'On the waitlist from this day: first come, first served.',
}

/**
 * State of the "first class" checkbox: as set by the user, otherwise true for a student who has never had a
 * regular place.
 */
export function useFirstClass(centerId: string, studentId: string | null) {
  const { data } = useQuery({
    ...read(students.one, { centerId, studentId: studentId ?? '' }),
    enabled: studentId !== null,
  })
  const [ticked, onFirstClass] = useState<boolean | null>(null)
  const queries = useQueryClient()
  /** Returns the state. Waits for its default if the user submits before that is loaded. */
  const known = async (of: string) =>
    ticked ??
    (await queries.ensureQueryData(read(students.one, { centerId, studentId: of })).catch(() => null))?.center
      .isNew ??
    false
  return {
    firstClass: ticked ?? data?.center.isNew ?? false,
    trial: data?.prospect?.trial ?? null,
    onFirstClass,
    known,
  }
}

/** Sheet that puts a student in a class: permanently, for one day, or on its waitlist (product §3). */
export function EnrollSheet({
  centerId,
  student,
  klass,
  type: first = 'regular',
  leave,
  onClose,
}: EnrollSheetProps) {
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const [studentId, setStudentId] = useState(student?.id ?? null)
  const [classId, setClassId] = useState(klass?.id ?? null)
  const [type, setType] = useState(first)
  const [startDate, setStartDate] = useState(klass?.on ?? '')
  const { known, trial, ...firsts } = useFirstClass(centerId, studentId)
  const [overReason, setOverReason] = useState('')
  const className = klass ? klass.name : t('the class')
  const { send, busy, error } = usePlaceSend(places.enroll, {
    message: (place) =>
      place.type === 'waitlist'
        ? t('Added to the waitlist.')
        : isGuest(place.type)
          ? t('Booked in {className} on {day}.', { className, day: dayInWords(place.startDate) })
          : t('Enrolled in {className} starting {day}.', { className, day: dayInWords(place.startDate) }),
    onDone: onClose,
  })
  const enroll = async (more: { type?: PlaceType; startDate?: Day } = {}) => {
    if (!studentId || !classId) return
    const wanted = { type, startDate, ...more }
    send({
      centerId,
      classId,
      studentId,
      ...wanted,
      firstClass: wanted.type === 'regular' && (await known(studentId)),
      overReason: overReason.trim() || undefined,
    })
  }
  // A student who enrolls after a trial usually joins the class of that trial.
  const { data: open = [] } = useQuery(read(classes.list, { centerId }))
  const tried = type === 'regular' && !klass && open.find(({ id }) => id === trial?.classId)
  if (classId === null && tried && trial && center) {
    setClassId(tried.id)
    const after = addDays(trial.on, 1)
    setStartDate(firstDay(center.today > after ? center.today : after, tried))
  }
  const choose = (chosen: Class) => {
    setClassId(chosen.id)
    if (center) setStartDate(firstDay(center.today, chosen))
  }
  return (
    <EditSheet
      title={
        student
          ? type === 'trial'
            ? t('Book a trial for {name}', { name: student.name })
            : t('Enroll {name}', { name: student.name })
          : t('Add to {className}', { className: klass?.name ?? '' })
      }
      save={t(saves[type])}
      busy={busy}
      error={error}
      leave={leave}
      onSave={() => void enroll()}
      onClose={onClose}
    >
      {!student && <StudentChoice centerId={centerId} value={studentId} onChange={setStudentId} />}
      {!klass && <ClassChoice centerId={centerId} value={classId} onChange={choose} />}
      {!klass && type === 'trial' && <FreeSeats centerId={centerId} value={classId} onChange={choose} />}
      <Days {...{ type, startDate, ...firsts }} onType={setType} onStart={setStartDate} />
      <Alternatives
        error={error}
        overReason={overReason}
        onOverReason={setOverReason}
        onDay={(day) => {
          setStartDate(day)
          void enroll({ startDate: day })
        }}
        onRegular={() => setType('regular')}
        onWaitlist={type === 'regular' ? () => void enroll({ type: 'waitlist' }) : undefined}
      />
    </EditSheet>
  )
}

type DaysProps = {
  type: PlaceType
  startDate: string
  firstClass: boolean
  onType: (type: PlaceType) => void
  onStart: (day: string) => void
  onFirstClass: (is: boolean) => void
}

/** Fields for the type of a place, its first day, and the "first class" checkbox. */
function Days({ type, startDate, firstClass, onType, onStart, onFirstClass }: DaysProps) {
  return (
    <>
      <Segments label={t('Enrollment type')} segments={types()} value={type} onChange={onType} />
      <DayField
        label={t(isGuest(type) ? 'Day' : 'From')}
        hint={t(hints[type])}
        value={startDate}
        onChange={onStart}
      />
      {type === 'regular' && (
        <Checkbox
          label={t('First class for a new student')}
          checked={firstClass}
          onChange={({ currentTarget }) => onFirstClass(currentTarget.checked)}
        />
      )}
    </>
  )
}
