import { MultiSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useState } from 'react'
import { people } from '#features/accounts/people/api.ts'
import type { News, NewsSheetProps } from '../news.ts'
import { newsTemplates } from '#features/accounts/defaults/defaults.ts'
import { History } from '#features/history/History.tsx'
import { type ClassEntry, type Schedule, schedules } from '../api.ts'
import { credits } from '../credits/api.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { useCreditEffects } from '../credits/use-credit-effects.ts'
import { taughtBy } from '../rules.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { longest } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { holdEnter, SearchSelect } from '#ui/SearchSelect.tsx'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { days } from './api.ts'
import { clashOf, helpVersion } from './clashes.ts'
import style from './Days.module.css'

type Duty = 'teacher' | 'assistant'

/** Returns the staff with any of these duties as options of a select. */
function useStaff(centerId: string, duties: readonly Duty[]) {
  const { data = [] } = useQuery(read(people.staff, { centerId }))
  return data
    .filter((member) => member.duties.some((duty) => (duties as readonly string[]).includes(duty)))
    .map(({ _id, firstName, lastName }) => ({ value: _id, label: fullName({ firstName, lastName }) }))
}

/**
 * Returns a mutation that saves a day's changes, refetches everything that shows days, and shows `message`.
 */
function useDayChange({
  message,
  onDone,
  onError,
}: {
  message: string
  onDone: () => void
  onError: (error: Error) => void
}) {
  const queries = useQueryClient()
  return useSend(days.change, {
    onSuccess: () => {
      for (const { path } of [schedules.day, days.list, credits.effects])
        void queries.invalidateQueries({ queryKey: [path] })
      toast(message)
      onDone()
    },
    onError,
  })
}

type AssistantsProps = { centerId: string; label: string; value: string[]; onChange: (ids: string[]) => void }

function Assistants({ centerId, label, value, onChange }: AssistantsProps) {
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('None') : undefined}
      data={useStaff(centerId, ['assistant', 'teacher'])}
      value={value}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      selectFirstOptionOnChange
      wrapperProps={{
        onKeyDown: (event: KeyboardEvent) =>
          holdEnter(event, (event.target as HTMLInputElement).value !== ''),
      }}
      nothingFoundMessage={t('No staff member by that name')}
    />
  )
}

const meets = [
  { value: 'meets', label: 'Meets' },
  { value: 'canceled', label: 'Canceled' },
] as const

/** Returns the form values of a class on a day. */
const fieldsOf = ({ substitute, assistants, note, canceled }: ClassEntry) => ({
  substituteId: substitute?.id ?? null,
  assistants: assistants.map(({ id }) => id),
  note: note,
  state: canceled ? ('canceled' as const) : ('meets' as const),
  reason: canceled ? canceled.reason : '',
})

type SubstituteProps = {
  centerId: string
  schedule: Schedule
  entry: ClassEntry
  value: string | null
  onChange: (id: string | null) => void
}

/** Field for the substitute. Teachers who are busy at that time may be chosen, with a warning. */
function Substitute({ centerId, schedule, entry, value, onChange }: SubstituteProps) {
  const teachers = useStaff(centerId, ['teacher']).filter((one) => one.value !== entry.teacher?.id)
  const clash = value ? clashOf(schedule.schedules, entry, value) : undefined
  const usual = taughtBy({ ...entry, substitute: null })
  return (
    <SearchSelect
      label={t('Substitute')}
      description={
        clash && t('Also teaches {clash} at {time}.', { clash: clash.name, time: clock(clash.time) })
      }
      placeholder={usual ? t('None, {usual} teaches', { usual }) : t('None')}
      data={teachers}
      value={value}
      onChange={onChange}
      openOnFocus={false}
      data-autofocus
      clearable
      nothingFound={t('No teacher by that name')}
    />
  )
}

/** Returns the class as it is in another version of the day, or `entry` if that version doesn't have it. */
const entryIn = (schedule: Schedule, entry: ClassEntry) =>
  schedule.schedules.find(({ id }) => id === entry.id) ?? entry

/** Returns the editing state of a class on a day, with labels for conflicts with a colleague's version. */
function useEntryEdit({ centerId, schedule, entry }: Pick<DaySheetProps, 'centerId' | 'schedule' | 'entry'>) {
  const staff = useStaff(centerId, ['teacher', 'assistant'])
  const nameOf = (id: string | null) => staff.find(({ value }) => value === id)?.label ?? t('Someone new')
  return useEdit(schedule, {
    draftOf: (stored) => fieldsOf(entryIn(stored, entry)),
    words: {
      substituteId: [t('Substitute'), nameOf],
      assistants: [t('Assistants'), (ids) => ids.map(nameOf).join(', ')],
      note: t('Note for this day'),
      state: [
        t('Does the class meet?'),
        (state) => t(meets.find(({ value }) => value === state)?.label ?? ''),
      ],
      reason: t('Reason'),
    },
  })
}

type DaySheetProps = {
  centerId: string
  schedule: Schedule
  entry: ClassEntry
  NewsSheet: ComponentType<NewsSheetProps>
  onClose: () => void
}

/** Returns the message after saving. `turned` is the new state of the class, or null if it didn't change. */
function savedMessage(named: { className: string; day: string }, turned: 'meets' | 'canceled' | null) {
  if (turned === null) return t('Changes to {className} on {day} saved.', named)
  return turned === 'canceled'
    ? t('{className} is canceled on {day}.', named)
    : t('{className} will meet on {day}.', named)
}

/**
 * Sheet for one class on one day: substitute, assistants, note, and cancellation with its reason. Other days
 * are unchanged.
 */
export function DaySheet({ centerId, schedule, entry, NewsSheet, onClose }: DaySheetProps) {
  const { date } = schedule
  const { draft, set, base, error, fail, differences } = useEntryEdit({ centerId, schedule, entry })
  const { substituteId, assistants, note, state, reason } = draft
  const [news, setNews] = useState<News | null>(null)
  const isOff = state === 'canceled'
  const turns = isOff !== (entryIn(base, entry).canceled !== null)
  const foreseen = useCreditEffects(
    isOff || turns ? { centerId, classId: entry.id, date, meets: !isOff } : null,
  )
  const openNews = () =>
    setNews({
      audience: { classId: entry.id, date },
      template: newsTemplates.class[isOff ? 'isOff' : 'isOn'],
    })
  const isNews = turns && (isOff ? foreseen?.isAnybody !== false : foreseen?.notified)
  const send = useDayChange({
    message: savedMessage({ className: entry.name, day: dayInWords(date) }, turns ? state : null),
    onDone: isNews ? openNews : onClose,
    onError: fail,
  })
  if (news) return <NewsSheet centerId={centerId} news={news} onClose={onClose} />
  return (
    <EditSheet
      title={`${entry.name}, ${dayInWords(date)}`}
      save={turns ? t(isOff ? 'Cancel class' : 'Reinstate class') : t('Save')}
      // "Discard changes" avoids a second "Cancel" next to "Cancel class".
      leave={isOff && turns ? t('Discard changes') : undefined}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={() =>
        send.mutate({
          centerId,
          scheduleId: date,
          classes: [{ classId: entry.id, substituteId, assistants, note, cancel: isOff ? { reason } : null }],
          ifMatch: entryIn(base, entry).version,
        })
      }
      onClose={onClose}
    >
      <p className="quiet">{t('These changes apply to this day only.')}</p>
      <Substitute
        centerId={centerId}
        schedule={schedule}
        entry={entry}
        value={substituteId}
        onChange={(id) => set({ substituteId: id })}
      />
      <Assistants
        centerId={centerId}
        label={t('Assistants')}
        value={assistants}
        onChange={(ids) => set({ assistants: ids })}
      />
      <TextAreaField
        label={t('Note for this day')}
        required={false}
        rows={3}
        maxLength={longest.note}
        value={note}
        onChange={(text) => set({ note: text })}
      />
      <Segments
        label={t('Does the class meet?')}
        segments={meets.map((each) => ({ ...each, label: t(each.label) }))}
        value={state}
        onChange={(chosen) => set({ state: chosen })}
      />
      {isOff && <Reason value={reason} onChange={(text) => set({ reason: text })} />}
      {turns && (
        <p className="pad-3 warn-text warn-ground rounded">
          {foreseen?.words ?? t('Checking what will change…')}
        </p>
      )}
      {isOff && !turns && foreseen?.isAnybody && (
        <FamilyNotice notified={foreseen.notified} onNotify={openNews} />
      )}
      <History centerId={centerId} of={entry.id} on={date} />
    </EditSheet>
  )
}

function Reason({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <TextField
      label={t('Reason')}
      hint={t('Staff see it on the class and its roll.')}
      value={value}
      onChange={onChange}
      maxLength={longest.name}
    />
  )
}

/** Shows whether the families of a canceled class have been notified. */
function FamilyNotice({ notified, onNotify }: { notified: boolean; onNotify: () => void }) {
  return (
    <div className={`${style.notices} cluster middle apart`}>
      <p>{t(notified ? 'Families were notified.' : 'Families have not been notified yet.')}</p>
      <Button icon={<Mail aria-hidden />} onClick={onNotify}>
        {t(notified ? 'Notify them again' : 'Notify families')}
      </Button>
    </div>
  )
}

/** Sheet for a day's assistants who aren't assigned to a class. */
export function HelpSheet({
  centerId,
  schedule,
  onClose,
}: {
  centerId: string
  schedule: Schedule
  onClose: () => void
}) {
  const staff = useStaff(centerId, ['teacher', 'assistant'])
  const inWords = (ids: string[]) =>
    ids.map((id) => staff.find(({ value }) => value === id)?.label ?? t('Someone new')).join(', ')
  const { draft, set, base, error, fail, differences } = useEdit(schedule, {
    draftOf: (stored) => ({ ta: stored.ta.map(({ id }) => id) }),
    words: { ta: [t('Floating assistants'), inWords] },
  })
  const send = useDayChange({
    message: t('Assistants for {day} saved.', { day: dayInWords(schedule.date) }),
    onDone: onClose,
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Assistants, {day}', { day: dayInWords(schedule.date) })}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={() => send.mutate({ centerId, scheduleId: base.date, ...draft, ifMatch: helpVersion(base.ta) })}
      onClose={onClose}
    >
      <p className="quiet">
        {t('They help wherever they are needed that day. To assign someone to one class, edit that class.')}
      </p>
      <Assistants
        centerId={centerId}
        label={t('Floating assistants')}
        value={draft.ta}
        onChange={(ta) => set({ ta })}
      />
    </EditSheet>
  )
}
