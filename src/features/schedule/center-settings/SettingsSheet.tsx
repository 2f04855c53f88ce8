import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import type { Center } from '#features/centers/api.ts'
import { CountryField, zoneOptions } from '#features/centers/CenterSheet.tsx'
import { centerFields, centerLabels as labels, lineLengths, lines } from '#features/centers/fields.ts'
import { bookingWords, MakeupBooking, MakeupRule, makeupWords } from '#features/centers/rules.ts'
import { Subject } from '#features/centers/rules.ts'
import type { CallInput } from '#shared/contract.ts'
import { countryName } from '#shared/countries.ts'
import { phoneInWords } from '#shared/entries.ts'
import { recordOf } from '#shared/field-table.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { PhoneField } from '#ui/PhoneField.tsx'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { settings } from './api.ts'
import { pinDigits } from '#features/centers/rules.ts'
import { useCenterChange } from './use-center-change.ts'

type SettingsChange = Omit<CallInput<typeof settings.change>, 'centerId'>
type Form<D extends object> = Parameters<typeof useEdit<Center, D>>[1]
type SheetProps = { center: Center; onClose: () => void }

/** Returns the editing state of a settings sheet, and a function that saves it. */
function useSettings<D extends object>(form: Form<D>, { center, onClose }: SheetProps) {
  const { base, error, fail, ...edit } = useEdit(center, form)
  const changed = useCenterChange()
  const send = useSend(settings.change, {
    onSuccess: (saved) => {
      changed(saved)
      toast(t('Settings saved.'))
      onClose()
    },
    onError: fail,
  })
  const save = (change: SettingsChange) =>
    send.mutate({ centerId: base._id, ...change, ifMatch: base.version })
  return { ...edit, save, sheet: { busy: send.isPending, error, differences: edit.differences, onClose } }
}

const general = {
  draftOf: (center: Center) => ({
    ...recordOf(lines, (name) => center[name]),
    country: center.country,
    phone: center.phone,
    timeZone: center.timeZone,
    subjects: center.subjects,
  }),
  words: {
    ...labels,
    country: [labels.country, countryName],
    phone: [labels.phone, phoneInWords],
  },
} as const

/** Sheet for a center's address, contacts, time zone and subjects. */
export function CenterFieldsSheet(props: SheetProps) {
  const { draft, set, save, sheet } = useSettings(general, props)
  return (
    <EditSheet title={t('Center')} save={t('Save')} {...sheet} onSave={() => save(draft)}>
      {lines.map((name, at) => (
        <TextField
          key={name}
          label={t(labels[name])}
          value={draft[name]}
          onChange={(text) => set({ [name]: text })}
          maxLength={lineLengths[name]}
          required={false}
          data-autofocus={at === 0 || undefined}
        />
      ))}
      <CountryField value={draft.country} onChange={(country) => set({ country })} />
      <PhoneField
        label={t(labels.phone)}
        country={draft.country}
        value={draft.phone}
        onChange={(phone) => set({ phone })}
      />
      <SearchSelect
        label={t(labels.timeZone)}
        description={t('Sets the center’s local date and time.')}
        data={zoneOptions}
        value={draft.timeZone}
        onChange={(timeZone) => timeZone && set({ timeZone })}
        nothingFound={t('No matching time zone')}
      />
      <MultiSelect
        label={t(labels.subjects)}
        data={Subject.options.map((value) => ({ value, label: t(value) }))}
        value={draft.subjects}
        onChange={(chosen) => set({ subjects: Subject.options.filter((each) => chosen.includes(each)) })}
      />
    </EditSheet>
  )
}

const number = { type: 'number', inputMode: 'numeric', step: 1 } as const

const makeups = {
  draftOf: ({ makeupRule, makeupBooking, noticeHours, creditDays, creditLimit }: Center) => ({
    makeupRule,
    makeupBooking,
    noticeHours: String(noticeHours),
    creditDays: String(creditDays),
    creditLimit: String(creditLimit),
  }),
  words: {
    ...labels,
    makeupRule: [labels.makeupRule, (rule: MakeupRule) => t(makeupWords[rule])],
    makeupBooking: [labels.makeupBooking, (booking: MakeupBooking) => t(bookingWords[booking])],
  },
} as const

/**
 * Sheet for the make-up rules: when a missed class gives a credit, how long it lasts, how many may be open,
 * and who may book (product §3).
 */
export function MakeupSheet(props: SheetProps) {
  const { draft, set, save, sheet } = useSettings(makeups, props)
  const { makeupRule, makeupBooking, noticeHours, creditDays, creditLimit } = draft
  const values = {
    makeupRule,
    makeupBooking,
    noticeHours: Number(noticeHours),
    creditDays: Number(creditDays),
    creditLimit: Number(creditLimit),
  }
  return (
    <EditSheet title={t('Make-ups')} save={t('Save')} {...sheet} onSave={() => save(values)}>
      <Choice
        label={t(labels.makeupRule)}
        hint={t('Credits already given stay valid.')}
        words={makeupWords}
        value={makeupRule}
        onChange={(chosen) => set({ makeupRule: MakeupRule.parse(chosen) })}
      />
      <TextField
        {...number}
        {...centerFields.noticeHours.range}
        label={t(labels.noticeHours)}
        value={noticeHours}
        onChange={(hours) => set({ noticeHours: hours })}
      />
      <TextField
        {...number}
        {...centerFields.creditDays.range}
        label={t(labels.creditDays)}
        value={creditDays}
        onChange={(days) => set({ creditDays: days })}
      />
      <TextField
        {...number}
        {...centerFields.creditLimit.range}
        label={t(labels.creditLimit)}
        hint={t('Credits beyond this number are void. The student’s page says why.')}
        value={creditLimit}
        onChange={(limit) => set({ creditLimit: limit })}
      />
      <Choice
        label={t(labels.makeupBooking)}
        hint={t(
          'Parents see only suitable open seats. They can move or cancel a make-up as long as they give the minimum notice.',
        )}
        words={bookingWords}
        value={makeupBooking}
        onChange={(chosen) => set({ makeupBooking: MakeupBooking.parse(chosen) })}
      />
    </EditSheet>
  )
}

const homework = {
  draftOf: ({ homeworkSections, warmUpQuestions, weeklyGoal }: Center) => ({
    homeworkSections: String(homeworkSections),
    warmUpQuestions: String(warmUpQuestions),
    weeklyGoal: String(weeklyGoal),
  }),
  words: labels,
} as const

/** Sheet for the weekly goal, and for the maximum size of the homework and warm-ups proposed for a child. */
export function HomeworkSheet(props: SheetProps) {
  const { draft, set, save, sheet } = useSettings(homework, props)
  return (
    <EditSheet
      title={t('Homework')}
      save={t('Save')}
      {...sheet}
      onSave={() =>
        save({
          homeworkSections: Number(draft.homeworkSections),
          warmUpQuestions: Number(draft.warmUpQuestions),
          weeklyGoal: Number(draft.weeklyGoal),
        })
      }
    >
      <TextField
        {...number}
        {...centerFields.homeworkSections.range}
        label={t(labels.homeworkSections)}
        hint={t(
          'This is the maximum. Two half sections count as one. Teachers can still change any proposal.',
        )}
        value={draft.homeworkSections}
        onChange={(sections) => set({ homeworkSections: sections })}
      />
      <TextField
        {...number}
        {...centerFields.warmUpQuestions.range}
        label={t(labels.warmUpQuestions)}
        hint={t('This is the maximum. Sections that haven’t been practiced for the longest time come first.')}
        value={draft.warmUpQuestions}
        onChange={(questions) => set({ warmUpQuestions: questions })}
      />
      <TextField
        {...number}
        {...centerFields.weeklyGoal.range}
        label={t(labels.weeklyGoal)}
        hint={t(
          'Enter 0 for no goal. You can set a different goal for each student, and students can aim higher.',
        )}
        value={draft.weeklyGoal}
        onChange={(questions) => set({ weeklyGoal: questions })}
      />
    </EditSheet>
  )
}

type ChoiceProps = {
  label: string
  hint: string
  words: Record<string, string>
  value: string
  onChange: (chosen: string) => void
}

const Choice = ({ label, hint, words, value, onChange }: ChoiceProps) => (
  <Field label={label} hint={hint}>
    {(wiring) => (
      <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(words).map(([option, word]) => (
          <option key={option} value={option}>
            {t(word)}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** Sheet that sets or removes the classroom PIN. The current one can't be shown. */
export function PinSheet({ center, onClose }: SheetProps) {
  const [pin, setPin] = useState('')
  const changed = useCenterChange()
  const send = useSend(settings.change, {
    onSuccess: (saved) => {
      changed(saved)
      toast(
        t(
          saved.classroomPin
            ? 'Classroom devices now require the PIN.'
            : 'Classroom devices no longer require a PIN.',
        ),
      )
      onClose()
    },
  })
  const save = (classroomPin: string | null) =>
    send.mutate({ centerId: center._id, classroomPin, ifMatch: center.version })
  return (
    <EditSheet
      title={t('Classroom PIN')}
      save={t('Save')}
      busy={send.isPending}
      error={null}
      differences={null}
      onClose={onClose}
      onSave={() => save(pin)}
    >
      <TextField
        {...pinDigits}
        label={t('New PIN')}
        hint={t('4 to 6 digits. A teacher or assistant enters it on a classroom device before class.')}
        value={pin}
        onChange={setPin}
        data-autofocus
      />
      {(center.classroomPin || center.classroomPinDue) && (
        <Button kind="danger" onClick={() => save(null)}>
          {t('Remove PIN')}
        </Button>
      )}
    </EditSheet>
  )
}
