import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { centers } from '#features/centers/api.ts'
import { ClassChoice } from '#features/schedule/places/ClassChoice.tsx'
import { firstDay } from '#features/schedule/places/refusals.ts'
import { StudentChoice } from '#features/schedule/places/StudentChoice.tsx'
import type { Subject } from '#features/centers/rules.ts'
import { subjects } from '#features/centers/subjects.ts'
import { students } from '#features/students/api.ts'
import { filterWords } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Field } from '#ui/Field.tsx'
import { Segments } from '#ui/Segments.tsx'
import { read } from '#web/api.ts'
import type { Audience } from './api.ts'
import style from './Emails.module.css'

/** Current choices for all kinds of audience. `by` is the kind that is selected. */
export type Choice = {
  by: 'filter' | 'class' | 'students'
  filter: number
  subject: Subject | null
  classId: string | null
  date: string
  studentIds: string[]
}
export const noChoice: Choice = {
  by: 'filter',
  filter: 0,
  subject: null,
  classId: null,
  date: '',
  studentIds: [],
}

/** Returns the audience of a choice, or null while the choice is incomplete. */
export function audienceOf({ by, filter, subject, classId, date, studentIds }: Choice): Audience | null {
  if (by === 'filter') return subject ? { filter, subject } : { filter }
  if (by === 'class') return classId && date ? { classId, date } : null
  return studentIds.length > 0 ? { studentIds } : null
}

type PartProps = { centerId: string; choice: Choice; onChange: (part: Partial<Choice>) => void }

/** Fields for choosing the families who get the message. */
export function AudienceFields(props: PartProps) {
  const { choice, onChange } = props
  return (
    <>
      <Segments
        label={t('To the parents of')}
        segments={[
          { value: 'filter', label: t('A group') },
          { value: 'class', label: t('A class') },
          { value: 'students', label: t('Students') },
        ]}
        value={choice.by}
        onChange={(by) => onChange({ by })}
      />
      {choice.by === 'filter' && <FilterFields {...props} />}
      {choice.by === 'class' && <ClassFields {...props} />}
      {choice.by === 'students' && <StudentsFields {...props} />}
    </>
  )
}

function FilterFields({ choice: { filter, subject }, onChange }: PartProps) {
  return (
    <>
      <Field label={t('Students')}>
        {(wiring) => (
          <select
            {...wiring}
            value={filter}
            onChange={({ target }) => onChange({ filter: Number(target.value) })}
          >
            {filterWords.map((words, value) => (
              <option key={words} value={value}>
                {t(words)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('Subject')} required={false}>
        {(wiring) => (
          <select
            {...wiring}
            value={subject ?? ''}
            onChange={({ target }) =>
              onChange({ subject: subjects.find((each) => each === target.value) ?? null })
            }
          >
            <option value="">{t('All subjects')}</option>
            {subjects.map((each) => (
              <option key={each} value={each}>
                {t(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

function ClassFields({ centerId, choice: { classId, date }, onChange }: PartProps) {
  const { data: center } = useQuery(read(centers.one, { centerId }))
  return (
    <>
      <ClassChoice
        centerId={centerId}
        value={classId}
        onChange={(chosen) =>
          onChange({ classId: chosen.id, date: center ? firstDay(center.today, chosen) : date })
        }
      />
      <DayField
        label={t('Day')}
        hint={t('Goes to families of students expected on this day.')}
        value={date}
        onChange={(text) => onChange({ date: text })}
      />
    </>
  )
}

function StudentsFields({ centerId, choice: { studentIds }, onChange }: PartProps) {
  return (
    <>
      <StudentChoice
        key={studentIds.length}
        centerId={centerId}
        value={null}
        onChange={(id) => onChange({ studentIds: [...new Set([...studentIds, id])] })}
      />
      {studentIds.length > 0 && (
        <ul className={`${style.chosen} grid`} aria-label={t('Chosen students')}>
          {studentIds.map((id) => (
            <ChosenStudent
              key={id}
              centerId={centerId}
              id={id}
              onDrop={() => onChange({ studentIds: studentIds.filter((each) => each !== id) })}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function ChosenStudent({ centerId, id, onDrop }: { centerId: string; id: string; onDrop: () => void }) {
  const { data } = useQuery(read(students.one, { centerId, studentId: id }))
  const name = data ? fullName(data.info) : '…'
  return (
    <li>
      {name}
      <Button
        kind="quiet"
        icon={<X size={16} aria-hidden />}
        aria-label={t('Remove {name}', { name })}
        onClick={onDrop}
      />
    </li>
  )
}
