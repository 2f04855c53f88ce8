import { useState } from 'react'
import { usualReasons } from '#features/attendance/rules.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import style from './Absences.module.css'
import type { ComingClass } from './api.ts'
import { followsInWords } from '#features/schedule/credits/absence-credit.ts'
import { classInWords, useAbsences } from './use-absences.ts'

type AbsenceProps = { childId: string; name: string; coming: ComingClass }

/**
 * Button to report that a child can't come, or to withdraw the report. Renders nothing if the family can't do
 * either.
 */
export function AbsenceButton({ childId, name, coming }: AbsenceProps) {
  const [asking, setAsking] = useState(false)
  const { takeBack, takingBack } = useAbsences({ childId, coming })
  if (coming.begun || coming.off || coming.told?.byFamily === false) return null
  return (
    <span className="inline-row">
      {coming.told ? (
        <Button
          busy={takingBack}
          onClick={takeBack}
          aria-label={t('{name} can come to {coming} after all', { name, coming: classInWords(coming) })}
        >
          {t('Can come after all')}
        </Button>
      ) : (
        <Button
          onClick={() => setAsking(true)}
          aria-label={t('Report absence of {name} from {coming}', { name, coming: classInWords(coming) })}
        >
          {t('Report absence')}
        </Button>
      )}
      {asking && (
        <AbsenceDialog childId={childId} name={name} coming={coming} onClose={() => setAsking(false)} />
      )}
    </span>
  )
}

type Reason = (typeof usualReasons)[number]

function AbsenceDialog({ childId, name, coming, onClose }: AbsenceProps & { onClose: () => void }) {
  const [reason, setReason] = useState<Reason>('Sick')
  const [note, setNote] = useState('')
  const { which, report } = useAbsences({ childId, coming })
  const refusal = report.error ? sentenceFor(report.error) : null
  const send = () => report.mutate({ ...which, reason, ...(note.trim() && { note }) }, { onSuccess: onClose })
  return (
    <Dialog
      open
      title={t('{name} can’t come', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" busy={report.isPending} onClick={send}>
            {t('Notify the center')}
          </Button>
        </>
      }
    >
      <div className={`${style.dialog} grid gap-4`}>
        <p>
          <strong>{coming.name}</strong>, {classTimes(coming)}
        </p>
        <Reasons value={reason} onChange={setReason} />
        <TextAreaField
          label={t('Note for the center')}
          required={false}
          rows={2}
          maxLength={200}
          value={note}
          onChange={setNote}
        />
        {refusal ? (
          <p role="alert">{refusal}</p>
        ) : (
          <p className="pad-3 info-text info-ground rounded">{followsInWords(coming)}</p>
        )}
      </div>
    </Dialog>
  )
}

/** Formats the date and time of a class: `Thu, Mar 5, 4:30 PM` or `today, 4:30 PM`. */
const classTimes = ({ on, isToday, time }: ComingClass) =>
  `${isToday ? t('today') : dayInWords(on)}, ${clock(time)}`

function Reasons({ value, onChange }: { value: Reason; onChange: (reason: Reason) => void }) {
  return (
    <fieldset className={`${style.reasons} grid gap-0-3`}>
      <legend>{t('Reason')}</legend>
      {usualReasons.map((reason) => (
        <label key={reason}>
          <input type="radio" name="reason" checked={reason === value} onChange={() => onChange(reason)} />
          {t(reason)}
        </label>
      ))}
    </fieldset>
  )
}
