import { useQuery } from '@tanstack/react-query'
import { people } from '#features/accounts/people/api.ts'
import type { Teacher } from '../api.ts'
import { ClassType, typeWords } from '../rules.ts'
import { fullName } from '#shared/full-name.ts'
import { endTime } from '#shared/calendar.ts'
import { Subject } from '#features/centers/rules.ts'
import { dayWords } from '#features/students/rules.ts'
import { clock } from '#shared/day-text.ts'
import { readClassTime } from '#shared/entries.ts'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read } from '#web/api.ts'
import style from './Classes.module.css'
import { classLabels as labels } from './fields.ts'
import { type Draft, withSubject, withType } from './terms.ts'

type ClassFieldsProps = {
  centerId: string
  draft: Draft
  /** The class's current teacher, who may have left the center. */
  teacher: Teacher | null
  errors: Partial<Record<keyof Draft, string>>
  onChange: (draft: Draft) => void
}

/** Form fields of a class. The end time is shown with the start time. */
export function ClassFields({ draft, errors, onChange, ...rest }: ClassFieldsProps) {
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const time = readClassTime(draft.time)
  return (
    <>
      <TextField
        label={t(labels.name)}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={longest.name}
        error={errors.name}
        data-autofocus
      />
      <div className={style.pair}>
        <Kind draft={draft} onChange={onChange} />
        <TextField
          label={t(labels.time)}
          value={draft.time}
          placeholder={t('h:mm')}
          onChange={(text) => set({ time: text })}
          maxLength={10}
          error={errors.time}
          hint={time && <ReadTime {...time} typed={draft} onChange={(text) => set({ time: text })} />}
        />
        <TextField
          label={t(labels.minutes)}
          inputMode="numeric"
          value={draft.minutes}
          onChange={(text) => set({ minutes: text })}
          maxLength={3}
          error={errors.minutes}
        />
        <TextField
          label={t(labels.maxSize)}
          inputMode="numeric"
          value={draft.maxSize}
          onChange={(maxSize) => set({ maxSize })}
          maxLength={3}
          error={errors.maxSize}
        />
      </div>
      <TeacherChoice value={draft.teacherId} onChange={(teacherId) => set({ teacherId })} {...rest} />
      <TextAreaField
        label={t(labels.notes)}
        hint={t('Only the office sees these.')}
        required={false}
        rows={3}
        maxLength={longest.note}
        value={draft.notes}
        onChange={(text) => set({ notes: text })}
      />
    </>
  )
}

type ReadTimeProps = { time: string; isGuess: boolean; typed: Draft; onChange: (time: string) => void }

/**
 * Shows how the typed time is interpreted, and the end time. If the time was taken to be in the afternoon, a
 * button changes it to the morning.
 */
function ReadTime({ time, isGuess, typed, onChange }: ReadTimeProps) {
  const minutes = Number(typed.minutes)
  return (
    <>
      {clock(time)}
      {minutes > 0 && t(' to {time}', { time: clock(endTime(time, minutes)) })}
      {isGuess && (
        <Button kind="quiet" onClick={() => onChange(`${typed.time.trim()} AM`)}>
          {t('Make it AM')}
        </Button>
      )}
    </>
  )
}

/** Lists for choosing the subject, type and weekday. Choosing a subject sets its usual type and length. */
function Kind({ draft, onChange }: Pick<ClassFieldsProps, 'draft' | 'onChange'>) {
  return (
    <>
      <Choice
        label={t(labels.subject)}
        value={draft.subject}
        options={Subject.options.map((each) => [each, t(each)])}
        onChange={(subject) => onChange(withSubject(draft, Subject.parse(subject)))}
      />
      <Choice
        label={t(labels.type)}
        value={draft.type}
        options={ClassType.options.map((each) => [each, t(typeWords[each])])}
        onChange={(type) => onChange(withType(draft, ClassType.parse(type)))}
      />
      <Choice
        label={t(labels.day)}
        value={draft.day}
        options={dayWords.map((word, day) => [String(day), t(word)])}
        onChange={(day) => onChange({ ...draft, day })}
      />
    </>
  )
}

type ChoiceProps = {
  label: string
  required?: boolean
  value: string
  options: readonly (readonly [value: string, words: string])[]
  onChange: (value: string) => void
}

function Choice({ label, required, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} required={required}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type TeacherChoiceProps = {
  centerId: string
  teacher: Teacher | null
  value: string
  onChange: (teacherId: string) => void
}

/** Returns the ids and names of the teachers to choose from, including the current one, who may have left. */
export function useTeachers(centerId: string, teacher: Teacher | null) {
  const { data = [] } = useQuery(read(people.staff, { centerId }))
  const known = data
    .filter(({ duties }) => duties.includes('teacher'))
    .map(({ _id, firstName, lastName }) => ({ id: _id, name: fullName({ firstName, lastName }) }))
  if (teacher && !known.some(({ id }) => id === teacher.id))
    known.push({ id: teacher.id, name: fullName(teacher) })
  return known
}

function TeacherChoice({ centerId, teacher, value, onChange }: TeacherChoiceProps) {
  const known = useTeachers(centerId, teacher)
  return (
    <Choice
      label={t(labels.teacherId)}
      required={false}
      value={value}
      options={[['', t('No teacher yet')], ...known.map(({ id, name }) => [id, name] as const)]}
      onChange={onChange}
    />
  )
}
