import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { longestNote, type ToReview } from './api.ts'

type SendBackSheetProps = { question: ToReview; onSend: (note: string) => void; onClose: () => void }

/** Asks for a note to the author of a question that can't be approved yet. */
export function SendBackSheet({ question: { num, author }, onSend, onClose }: SendBackSheetProps) {
  const [note, setNote] = useState('')
  return (
    <EditSheet
      title={t('Send back question {num}', { num })}
      save={t('Send back')}
      busy={false}
      error={null}
      onSave={() => onSend(note)}
      onClose={onClose}
    >
      <Field
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
      >
        {(wiring) => (
          <textarea
            {...wiring}
            rows={5}
            maxLength={longestNote}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </EditSheet>
  )
}
