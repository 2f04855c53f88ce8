import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emailTemplates } from '#features/accounts/defaults/rules.ts'
import { kindOf } from '#features/accounts/rules.ts'
import { refused } from '#shared/problem.ts'
import { counted, longest } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { useMe } from '#web/session.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { emails, type Outcome } from './api.ts'
import { AudienceFields, audienceOf, noChoice } from './AudienceFields.tsx'
import { Preview } from './Preview.tsx'
import { classPlaceholders, mostForOperators, placeholders } from './rules.ts'

const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ')

/** Asks to whom and what, shows what comes of it, and sends it: first the preview, then the message. */
export function ComposeSheet({ centerId, onClose }: { centerId: string; onClose: () => void }) {
  const [choice, setChoice] = useState(noChoice)
  const [text, setText] = useState({ subject: '', body: '' })
  const [error, setError] = useState<Error | null>(null)
  const [preview, setPreview] = useState<Outcome | null>(null)
  const queries = useQueryClient()
  const send = useSend(emails.send, {
    onSuccess: (outcome) => {
      setError(null)
      if (!outcome.mailing) return setPreview(outcome)
      snack(`Written to ${counted(outcome.recipients.length, 'parent')}.`)
      void queries.invalidateQueries({ queryKey: [emails.list.path] })
      onClose()
    },
    onError: setError,
  })
  const mayNot = kindOf(useMe()) === 'operator' && (preview?.recipients.length ?? 0) > mostForOperators
  const audience = audienceOf(choice)
  const save = () => {
    if (!audience)
      return setError(refused('audience', choice.by === 'class' ? 'Choose a class and a day.' : 'Choose at least one student.'))
    send.mutate({ centerId, audience, ...text, dryRun: preview === null })
  }
  const back = () => {
    setPreview(null)
    setError(null)
  }
  return (
    <EditSheet
      title="New message"
      save={preview ? `Send to ${counted(preview.recipients.length, 'parent')}` : 'Preview'}
      busy={send.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      {preview ? (
        <Preview outcome={preview} warning={warningOf({ mayNot, nobody: preview.recipients.length === 0 })} onBack={back} />
      ) : (
        <>
          <AudienceFields centerId={centerId} choice={choice} onChange={(part) => setChoice({ ...choice, ...part })} />
          <TextFields text={text} known={[...placeholders, ...(choice.by === 'class' ? classPlaceholders : [])]} onChange={setText} />
        </>
      )}
    </EditSheet>
  )
}

function warningOf({ mayNot, nobody }: { mayNot: boolean; nobody: boolean }) {
  if (nobody) return 'Nobody would get this message.'
  return mayNot ? `More than ${mostForOperators} parents at once are a manager’s to write to.` : null
}

type Text = { subject: string; body: string }

function TextFields({ text, known, onChange }: { text: Text; known: readonly string[]; onChange: (text: Text) => void }) {
  return (
    <>
      <Field label="Begin with" required={false}>
        {(wiring) => (
          <select
            {...wiring}
            defaultValue=""
            onChange={({ target }) => {
              const template = emailTemplates.find(({ name }) => name === target.value)
              if (template) onChange({ subject: template.subject, body: template.body })
            }}
          >
            <option value="">An empty message</option>
            {emailTemplates.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <TextField label="Subject" value={text.subject} onChange={(subject) => onChange({ ...text, subject })} maxLength={150} />
      <Field label="Message" hint={`Filled for each parent: ${inBraces(known)}.`}>
        {(wiring) => (
          <textarea
            {...wiring}
            rows={10}
            maxLength={longest.mailBody}
            value={text.body}
            onChange={({ target }) => onChange({ ...text, body: target.value })}
          />
        )}
      </Field>
    </>
  )
}
