import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { schedules } from '../api.ts'
import style from '../classes/Classes.module.css'
import { days } from '../days/api.ts'
import type { News, NewsSheetProps } from '../news.ts'
import { fullName } from '#shared/full-name.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { call, read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { absences, type FreeTeacher, type Meeting } from './api.ts'
import { keyOf, suggested } from './suggestions.ts'

/** Returns a function that refetches days' schedules and the classes affected by absences. */
function useRefetch() {
  const queries = useQueryClient()
  return () => {
    for (const { path } of [schedules.day, days.list, absences.meetings])
      void queries.invalidateQueries({ queryKey: [path] })
  }
}

/** A meeting whose substitute changes, with the new substitute; null removes the substitute. */
type Change = { meeting: Meeting; substituteId: string | null }

type CoverOptions = Pick<AbsenceSheetProps, 'centerId' | 'person'> & {
  changes: readonly Change[]
  /** Called with the ids of the students in the affected classes. */
  onDone: (students: string[]) => void
  onError: (error: Error) => void
}

/**
 * Returns `send`, which stores the substitutes and then offers to undo that, and `busy`, which is true while
 * they are being stored.
 */
function useCover({ centerId, person, changes, onDone, onError }: CoverOptions) {
  const refetch = useRefetch()
  const ids = { centerId, personId: person._id }
  const save = useSend(absences.cover, {
    onSuccess: (after) => {
      refetch()
      const undo = async () => {
        const versions = new Map(after.meetings.map((each) => [keyOf(each), each.version]))
        const meetings = changes.map(({ meeting: { classId, date, substituteId } }) => ({
          classId,
          date,
          substituteId,
          version: versions.get(keyOf({ classId, date })) ?? 0,
        }))
        await call(absences.cover, { ...ids, meetings })
        refetch()
        toast(t('Substitute changes undone.'))
      }
      toast(
        t('{substitutes} saved for {name}.', {
          substitutes: counted(changes.length, 'substitute'),
          name: fullName(person),
        }),
        'success',
        {
          label: t('Undo'),
          act: () => void undo().catch((failure: unknown) => toast(sentenceFor(failure), 'error')),
        },
      )
      onDone(after.students)
    },
    onError,
  })
  const meetings = changes.map(({ meeting: { classId, date, version }, substituteId }) => ({
    classId,
    date,
    version,
    substituteId,
  }))
  return { busy: save.isPending, send: () => save.mutate({ ...ids, meetings }) }
}

type AbsenceSheetProps = {
  centerId: string
  /** The teacher who is away. */
  person: { _id: string; firstName: string; lastName: string }
  today: Day
  NewsSheet: ComponentType<NewsSheetProps>
  onClose: () => void
}

/**
 * Sheet for a teacher's absence: its first and last day, every affected class, and each class's substitute.
 * Suggests a teacher who is free for each class. A single Save stores all substitutes.
 */
export function AbsenceSheet({ centerId, person, today, NewsSheet, onClose }: AbsenceSheetProps) {
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [chosen, setChosen] = useState<Record<string, string | null>>({})
  const [error, setError] = useState<Error | null>(null)
  const [affected, setAffected] = useState<string[] | null>(null)
  const isRange = from !== '' && to !== '' && from <= to
  const options = read(absences.meetings, { centerId, personId: person._id, from, to })
  const query = useQuery({ ...options, enabled: isRange })
  const meetings = (isRange && query.data) || []
  const picks = meetings.map((meeting) => ({
    meeting,
    substituteId: substituteOf(meeting, chosen, person._id),
  }))
  const changes = picks.filter(({ meeting, substituteId }) => substituteId !== meeting.substituteId)
  const save = useCover({ centerId, person, changes, onDone: setAffected, onError: setError })
  if (affected)
    return <NotifyFamilies {...{ centerId, person, from, to, students: affected, NewsSheet, onClose }} />
  return (
    <EditSheet
      title={t('{name} is away', { name: fullName(person) })}
      save={
        changes.length === 0
          ? t('Save')
          : t('Save {substitutes}', { substitutes: counted(changes.length, 'substitute') })
      }
      busy={save.busy}
      error={error}
      onSave={changes.length === 0 ? onClose : save.send}
      onClose={onClose}
    >
      <div className={style.pair}>
        <DayField label={t('Away from')} value={from} onChange={setFrom} data-autofocus />
        <DayField label={t('To')} min={from || undefined} value={to} onChange={setTo} />
      </div>
      {isRange && !query.data && <QueryState query={query} of={t('the classes')} lines={3} height="4rem" />}
      {isRange && query.data && meetings.length === 0 && (
        <p className="quiet">{t('{name} has no classes on these days.', { name: fullName(person) })}</p>
      )}
      {meetings.length > 0 && (
        <p className="quiet">
          {t('Class meetings to cover: {count}. Each suggested teacher is free at the time of the class.', {
            count: meetings.length,
          })}
        </p>
      )}
      {picks.map(({ meeting, substituteId }) => (
        <Substitute
          key={keyOf(meeting)}
          meeting={meeting}
          value={substituteId}
          onChange={(id) => setChosen((old) => ({ ...old, [keyOf(meeting)]: id }))}
        />
      ))}
    </EditSheet>
  )
}

/** Returns the substitute of a meeting: the chosen one (null for none), or by default the suggested one. */
function substituteOf(meeting: Meeting, chosen: Record<string, string | null>, awayId: string) {
  const own = chosen[keyOf(meeting)]
  return own === undefined ? suggested(meeting, awayId) : own
}

type SubstituteProps = { meeting: Meeting; value: string | null; onChange: (id: string | null) => void }

const optionOf = ({ id, ...person }: FreeTeacher) => ({ value: id, label: fullName(person) })

/**
 * Drop-down list for the substitute of one class. It has the teachers who are free at that time, starting
 * with those who teach the class's subject.
 */
function Substitute({ meeting, value, onChange }: SubstituteProps) {
  const { date, time, name, subject, free } = meeting
  const groups = [
    { group: t('Teaches {subject}', { subject }), items: free.filter(({ fits }) => fits).map(optionOf) },
    { group: t('Also free'), items: free.filter(({ fits }) => !fits).map(optionOf) },
  ]
  return (
    <SearchSelect
      label={`${dayInWords(date)}, ${clock(time)}: ${name}`}
      placeholder={t(free.length === 0 ? 'Nobody is free at that time' : 'No substitute yet')}
      data={groups.filter(({ items }) => items.length > 0)}
      value={free.some(({ id }) => id === value) ? value : null}
      onChange={onChange}
      openOnFocus={false}
      clearable
      nothingFound={t('No free teacher by that name')}
    />
  )
}

type NotifyFamiliesProps = Pick<AbsenceSheetProps, 'centerId' | 'person' | 'NewsSheet' | 'onClose'> & {
  from: Day
  to: Day
  students: string[]
}

/** Offers to notify the families of all students in the classes with a new substitute. */
function NotifyFamilies({ centerId, person, from, to, students, NewsSheet, onClose }: NotifyFamiliesProps) {
  const [news, setNews] = useState<News | null>(null)
  if (news) return <NewsSheet centerId={centerId} news={news} onClose={onClose} />
  const when =
    from === to ? dayInWords(from) : t('{day} to {day2}', { day: dayInWords(from), day2: dayInWords(to) })
  const begin = () =>
    setNews({
      audience: { studentIds: students },
      subject: t('Substitute teacher, {when}', { when }),
      body: `Dear {{parent}},\n\n${fullName(person)} will be away (${when}). Classes will meet as usual with a substitute teacher.\n\n{{center}}`,
    })
  return (
    <EditSheet
      title={t('Substitutes saved')}
      save={t('Done')}
      leave={t('Close')}
      onSave={onClose}
      onClose={onClose}
      busy={false}
      error={null}
    >
      <p>
        {t('{students} will have a substitute teacher.', { students: counted(students.length, 'student') })}
      </p>
      {students.length > 0 && <Button onClick={begin}>{t('Notify families')}</Button>}
    </EditSheet>
  )
}
