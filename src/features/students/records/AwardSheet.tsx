import { useState } from 'react'
import { Subject } from '#features/centers/rules.ts'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import type { Suggestion } from '../awards/award-suggestions.ts'
import { records } from './api.ts'
import { AwardType } from './activities.ts'
import { useRecordChange } from './use-record-change.ts'

type AwardSheetProps = {
  centerId: string
  studentId: string
  /** Award suggested by a rule, if any. */
  suggestion: Suggestion | null
  onClose: () => void
}

/** Sheet for giving an award. The family can see it, and it is permanent. */
export function AwardSheet({ centerId, studentId, suggestion, onClose }: AwardSheetProps) {
  const [type, setType] = useState<AwardType>(suggestion?.type ?? 'Medal')
  const [subject, setSubject] = useState<Subject>(suggestion?.subject ?? 'Math')
  const [note, setNote] = useState(suggestion?.reason ?? '')
  const [error, setError] = useState<Error | null>(null)
  const changed = useRecordChange()
  // If a different award than the suggested one was chosen, it isn't recorded as given by the rule.
  const rule = suggestion?.type === type && suggestion.subject === subject ? suggestion.rule : null
  const give = useSend(records.addAward, {
    onSuccess: () => {
      toast(t('{type} given.', { type: t(type) }))
      void changed()
      onClose()
    },
    onError: setError,
  })
  return (
    <EditSheet
      title={t('Give award')}
      save={t('Give award')}
      busy={give.isPending}
      error={error}
      onSave={() => give.mutate({ centerId, studentId, type, subject, note, ...(rule && { rule }) })}
      onClose={onClose}
    >
      <p>{t('The student and parents will see it. An award can’t be taken back.')}</p>
      <Choice
        label={t('Award')}
        options={AwardType.options}
        value={type}
        onChange={(chosen) => setType(AwardType.parse(chosen))}
      />
      <Choice
        label={t('Subject')}
        options={Subject.options}
        value={subject}
        onChange={(chosen) => setSubject(Subject.parse(chosen))}
      />
      <TextAreaField
        label={t('Reason')}
        required={false}
        rows={2}
        maxLength={longest.note}
        value={note}
        onChange={setNote}
      />
    </EditSheet>
  )
}

type ChoiceProps = {
  label: string
  options: readonly string[]
  value: string
  onChange: (chosen: string) => void
}

const Choice = ({ label, options, value, onChange }: ChoiceProps) => (
  <Field label={label}>
    {(wiring) => (
      <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((each) => (
          <option key={each} value={each}>
            {t(each)}
          </option>
        ))}
      </select>
    )}
  </Field>
)
