import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { History } from '#features/history/History.tsx'
import { fullName } from '#shared/full-name.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { dayWords } from '#features/students/rules.ts'
import { t } from '#shared/language.ts'
import { typeWords } from '../rules.ts'
import { classLabels as labels } from './fields.ts'
import { Problem } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import type { Guest } from '../api.ts'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { classes, type ChangedClass, type Class } from './api.ts'
import style from './Classes.module.css'
import { ClassFields, useTeachers } from './ClassFields.tsx'
import { changeInWords } from './ClassNews.tsx'
import { changesIn, draftOf, emptyDraft, factNames, readDraft } from './terms.ts'

type ClassSheetProps = {
  centerId: string
  today: Day
  entry: Class | null
  onClose: () => void
}

/** Returns a class with the teacher's id as `teacherId`, like the values read from the form. */
const knownOf = ({ teacher, name, notes, ...rest }: Class) => ({
  ...rest,
  name: name,
  notes: notes,
  teacherId: teacher?.id ?? null,
})

/** Returns a function that shows a message, with the first warning if any, and closes the sheet. */
function useSaved(onClose: () => void) {
  const queries = useQueryClient()
  return async ({ name, warnings }: ChangedClass) => {
    // Refetch first, so that reopening the class right away doesn't show old values.
    await Promise.all(
      [classes.list, classes.change].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
    )
    const [warning] = warnings
    toast(
      warning ? t('{name} saved. {text}', { name, text: warning.text }) : t('{name} saved.', { name }),
      warning ? 'warn' : 'success',
    )
    onClose()
  }
}

/**
 * Sheet that plans or changes a class. Changes to the weekday, time, length, seats or teacher apply from a
 * chosen day on, all others immediately.
 */
export function ClassSheet({ entry, ...rest }: ClassSheetProps) {
  return entry ? <ChangeSheet entry={entry} {...rest} /> : <NewSheet {...rest} />
}

type SheetProps = Omit<ClassSheetProps, 'entry'>

function NewSheet({ centerId, today, onClose }: SheetProps) {
  const [draft, setDraft] = useState(emptyDraft)
  const [startDate, setStartDate] = useState(today)
  const [endDate, setEndDate] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const [isTried, setIsTried] = useState(false)
  const add = useSend(classes.add, { onSuccess: useSaved(onClose), onError: setError })
  const typed = readDraft(draft)
  const save = () => {
    setIsTried(true)
    if ('read' in typed) add.mutate({ centerId, ...typed.read, startDate, endDate: endDate || null })
  }
  return (
    <EditSheet
      title={t('New class')}
      save={t('Create class')}
      busy={add.isPending}
      error={error}
      onSave={save}
      onRefused={() => setIsTried(true)}
      onClose={onClose}
    >
      <ClassFields
        centerId={centerId}
        draft={draft}
        teacher={null}
        errors={isTried && 'errors' in typed ? typed.errors : {}}
        onChange={setDraft}
      />
      <div className={style.pair}>
        <DayField label={t('First day')} value={startDate} onChange={setStartDate} />
        <DayField
          label={t('Last day')}
          min={startDate}
          value={endDate}
          onChange={setEndDate}
          required={false}
        />
      </div>
    </EditSheet>
  )
}

/** Returns the editing state of a class, with labels for conflicts with a colleague's version. */
function useClassEdit(centerId: string, entry: Class) {
  const teachers = useTeachers(centerId, entry.teacher)
  return useEdit(entry, {
    draftOf: (stored) => draftOf(knownOf(stored)),
    words: {
      ...labels,
      type: [t(labels.type), (type) => t(typeWords[type])],
      day: [t(labels.day), (day) => t(dayWords[Number(day)] ?? '')],
      teacherId: [
        t(labels.teacherId),
        (id) => teachers.find((teacher) => teacher.id === id)?.name ?? t('Someone new'),
      ],
    },
    facts: {
      Planned: (stored) =>
        stored.next
          ? t('From {day}: {stored}', {
              day: dayInWords(stored.next.startDate),
              stored: changeInWords(stored, stored.next),
            })
          : '',
      'Last day': ({ endDate }) => (endDate ? dayInWords(endDate) : ''),
    },
  })
}

function ChangeSheet({ centerId, today, entry, onClose }: SheetProps & { entry: Class }) {
  const { draft, set, base, error, fail, differences } = useClassEdit(centerId, entry)
  const before = knownOf(base)
  const [from, setFrom] = useState(today)
  const [isTried, setIsTried] = useState(false)
  const change = useSend(classes.change, { onSuccess: useSaved(onClose), onError: fail })
  const typed = readDraft(draft)
  const { changes, fromDay } =
    'read' in typed ? changesIn(before, typed.read) : { changes: {}, fromDay: false }
  const send = (values: object) =>
    change.mutate({ centerId, classId: base.id, ...values, ifMatch: base.version })
  const save = () => {
    setIsTried(true)
    if (!('read' in typed)) return
    if (Object.keys(changes).length === 0) return onClose()
    send({ ...changes, ...(fromDay ? { from } : {}) })
  }
  const takeBack = ({ startDate }: NonNullable<Class['next']>) =>
    send({ ...Object.fromEntries(factNames.map((name) => [name, before[name]])), from: startDate })
  return (
    <EditSheet
      title={t('Edit class')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onRefused={() => setIsTried(true)}
      onClose={onClose}
    >
      {base.next && (
        <div className="cluster middle apart gap-2 pad-2-3 info-text info-ground rounded">
          {t('From {day}: {seen}', {
            day: dayInWords(base.next.startDate),
            seen: changeInWords(base, base.next),
          })}
          <Button kind="quiet" busy={change.isPending} onClick={() => base.next && takeBack(base.next)}>
            {t('Undo this change')}
          </Button>
        </div>
      )}
      <ClassFields
        centerId={centerId}
        draft={draft}
        teacher={base.teacher}
        errors={isTried && 'errors' in typed ? typed.errors : {}}
        onChange={set}
      />
      {fromDay && (
        <DayField
          label={t('Effective date')}
          hint={t('Earlier days stay unchanged.')}
          min={today}
          value={from}
          onChange={setFrom}
        />
      )}
      <BookedGuests error={error} />
      <History centerId={centerId} of={base.id} />
    </EditSheet>
  )
}

/** Lists the guests who prevent a change of weekday. */
function BookedGuests({ error }: { error: Error | null }) {
  if (!(error instanceof Problem) || error.code !== 'guests_booked') return null
  return (
    <ul className={`${style.guests} bullets`} aria-label={t('Guests')}>
      {(error.more['guests'] as Guest[]).map(({ date, type, studentId, firstName, lastName }) => (
        <li key={`${date} ${studentId}`}>
          {t('{name}, {type} on {day}', {
            name: fullName({ firstName, lastName }),
            type: t(type),
            day: dayInWords(date),
          })}
        </li>
      ))}
    </ul>
  )
}
