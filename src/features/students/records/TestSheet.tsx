import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { centers } from '#features/centers/api.ts'
import { material } from '#features/material/api.ts'
import { Subject } from '#features/centers/rules.ts'
import { t } from '#shared/language.ts'
import { readScore, scoreRule } from '../scores.ts'
import { dateInWords } from '#shared/day-text.ts'
import { longest } from '#shared/text.ts'
import { DayField } from '#ui/DayField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { records, type PaperTest } from './api.ts'
import { useRecordChange } from './use-record-change.ts'
import style from './Records.module.css'

type TestSheetProps = { centerId: string; studentId: string; test: PaperTest | null; onClose: () => void }
type Draft = {
  date: string
  subject: Subject
  level: string
  test: string
  name: string
  score1: string
  score2: string
}

const draftOf = (test: PaperTest | null): Draft => ({
  date: test?.date ?? '',
  subject: test?.subject ?? 'Math',
  level: test?.level ?? '',
  test: test?.test ?? '',
  name: test?.name ?? '',
  score1: test?.score1 ?? '',
  score2: test?.score2 ?? '',
})
const words = {
  date: ['Day', dateInWords],
  subject: 'Subject',
  level: 'Level',
  test: 'Test',
  name: 'Name',
  score1: 'First try',
  score2: 'Corrected',
} as const

const faultOf = (score: string) => (score.trim() === '' ? null : readScore(score, { percent: true }).fault)
const sent = (score: string) => score.trim() || null

/** Sheet for recording a paper test, or editing one. */
export function TestSheet({ centerId, studentId, test, onClose }: TestSheetProps) {
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const { draft, set, base, error, fail, differences } = useEdit(test, { draftOf, words })
  const changed = useRecordChange()
  const options = {
    onSuccess: () => {
      toast(t(test ? 'Test saved.' : 'Test added.'))
      void changed()
      onClose()
    },
    onError: fail,
  }
  const add = useSend(records.addTest, options)
  const change = useSend(records.changeTest, options)
  const date = draft.date || (center?.today ?? '')
  const save = () => {
    if (faultOf(draft.score1) ?? faultOf(draft.score2)) return
    const values = { ...draft, date, score1: sent(draft.score1), score2: sent(draft.score2) }
    if (base) change.mutate({ centerId, studentId, testId: base._id, ...values, ifMatch: base.version })
    else add.mutate({ centerId, studentId, ...values })
  }
  return (
    <EditSheet
      title={t(test ? 'Change test' : 'New test')}
      save={t(test ? 'Save' : 'Add test')}
      busy={add.isPending || change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TestFields draft={{ ...draft, date }} today={center?.today} onChange={set} />
    </EditSheet>
  )
}

type TestFieldsProps = { draft: Draft; today: string | undefined; onChange: (part: Partial<Draft>) => void }

function TestFields({ draft, today, onChange }: TestFieldsProps) {
  const levelsId = useId()
  const { data: levels = [] } = useQuery(read(material.levels, {}))
  return (
    <>
      <Field label={t('Subject')}>
        {(wiring) => (
          <select
            {...wiring}
            value={draft.subject}
            onChange={({ target }) => onChange({ subject: Subject.parse(target.value) })}
          >
            {Subject.options.map((each) => (
              <option key={each} value={each}>
                {t(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('Level')}
        list={levelsId}
        maxLength={longest.name}
        value={draft.level}
        onChange={(level) => onChange({ level })}
        data-autofocus
      />
      <datalist id={levelsId}>
        {levels.map(({ _id, name }) => (
          <option key={_id}>{name}</option>
        ))}
      </datalist>
      <TextField
        label={t('Test')}
        hint={t('For example, Chapter 3.')}
        maxLength={longest.name}
        value={draft.test}
        onChange={(test) => onChange({ test })}
      />
      <TextField
        label={t('Name')}
        required={false}
        maxLength={longest.name}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <DayField label={t('Day')} max={today} value={draft.date} onChange={(date) => onChange({ date })} />
      <div className={`${style.scores} grid gap-3`}>
        <ScoreField label={t('First try')} value={draft.score1} onChange={(score1) => onChange({ score1 })} />
        <ScoreField label={t('Corrected')} value={draft.score2} onChange={(score2) => onChange({ score2 })} />
      </div>
    </>
  )
}

type ScoreFieldProps = { label: string; value: string; onChange: (text: string) => void }

/** Field for a score. Shows the percentage or the error while typing. */
function ScoreField({ label, value, onChange }: ScoreFieldProps) {
  const { share } = readScore(value, { percent: true })
  const hint = share === null ? scoreRule({ percent: true }) : `${Math.round(1000 * share) / 10} %`
  const error = faultOf(value)
  return (
    <TextField
      label={label}
      required={false}
      hint={error ? null : hint}
      error={error}
      value={value}
      onChange={onChange}
      autoComplete="off"
    />
  )
}
