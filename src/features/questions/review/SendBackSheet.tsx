import { useState } from 'react'
import { t } from '#shared/language.ts'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { maxNoteLength, type QuestionToReview } from './api.ts'

type SendBackSheetProps = {
  question: QuestionToReview
  busy: boolean
  /** Error from the last attempt to send the question back. */
  error: Error | null
  onSend: (note: string) => void
  onClose: () => void
}

/** Asks for a note to the author of a question that can't be approved yet. */
export function SendBackSheet({
  question: { num, author },
  busy,
  error,
  onSend,
  onClose,
}: SendBackSheetProps) {
  const [note, setNote] = useState('')
  return (
    <EditSheet
      title={t('Send back question {num}', { num })}
      save={t('Send back')}
      busy={busy}
      error={error}
      onSave={() => onSend(note)}
      onClose={onClose}
    >
      <TextAreaField
        label={t('What should be changed?')}
        hint={
          author
            ? t(
                '{author} will see this note in the editor. The question comes back for review once it’s changed.',
                { author },
              )
            : t(
                'The author will see this note in the editor. The question comes back for review once it’s changed.',
              )
        }
        rows={5}
        maxLength={maxNoteLength}
        value={note}
        onChange={setNote}
      />
    </EditSheet>
  )
}
