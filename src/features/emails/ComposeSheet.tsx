import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { News, NewsSheetProps } from '#features/schedule/news.ts'
import { emailTemplates } from '#features/accounts/defaults/defaults.ts'
import { kindOf } from '#features/accounts/rules.ts'
import { refused } from '#shared/problem.ts'
import { counted, longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { useMe } from '#web/session.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { type Audience, emails, type Outcome } from './api.ts'
import { AudienceFields, audienceOf, type Choice, noChoice } from './AudienceFields.tsx'
import { Preview } from './Preview.tsx'
import { classPlaceholders, maxForOperators, placeholders } from './rules.ts'

const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ')

type Text = { subject: string; body: string }

function textOf(template: string | undefined): Text {
  const { subject = '', body = '' } = emailTemplates.find(({ name }) => name === template) ?? {}
  return { subject, body }
}

/** Returns the initial text of a suggested message, and its template, if any. */
function begunBy(news: News | undefined) {
  if (!news) return { template: undefined, text: textOf(undefined) }
  if ('template' in news) return { template: news.template, text: textOf(news.template) }
  return { template: undefined, text: { subject: news.subject, body: news.body } }
}

type MessageOptions = { news?: News; onClose: () => void }

/**
 * Previews and sends a message. A suggested message (`news`) is previewed immediately. `outcome` is the
 * result of the last preview.
 */
function useMessage(centerId: string, { news, onClose }: MessageOptions) {
  const [error, setError] = useState<Error | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const queries = useQueryClient()
  const send = useSend(emails.send, {
    onSuccess: (after) => {
      setError(null)
      if (!after.mailing) return setOutcome(after)
      toast(t('Sent to {parents}.', { parents: counted(after.recipients.length, 'parent') }))
      void queries.invalidateQueries({ queryKey: [emails.list.path] })
      onClose()
    },
    onError: setError,
  })
  const { mutate } = send
  useEffect(() => {
    if (news) mutate({ centerId, ...news, dryRun: true })
  }, [centerId, news, mutate])
  return {
    outcome,
    error,
    busy: send.isPending,
    setError,
    say: (audience: Audience, text: Text) =>
      mutate({ centerId, audience, template: begunBy(news).template, ...text, dryRun: outcome === null }),
    back: () => {
      setOutcome(null)
      setError(null)
    },
  }
}

/** Form for a message and its recipients. The message is previewed first, then sent. */
export function ComposeSheet({
  centerId,
  to,
  onClose,
}: {
  centerId: string
  /** Initial recipients. */
  to?: Partial<Choice>
  onClose: () => void
}) {
  const [choice, setChoice] = useState({ ...noChoice, ...to })
  const [text, setText] = useState(textOf(undefined))
  const { outcome, error, busy, setError, say, back } = useMessage(centerId, { onClose })
  const audience = audienceOf(choice)
  const save = () => {
    if (audience) return say(audience, text)
    setError(
      refused(
        'audience',
        t(choice.by === 'class' ? 'Choose a class and a day.' : 'Choose at least one student.'),
      ),
    )
  }
  return (
    <EditSheet
      title={t('New message')}
      save={saveWords(outcome)}
      busy={busy}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      {outcome ? (
        <MailPreview outcome={outcome} onBack={back} />
      ) : (
        <>
          <AudienceFields
            centerId={centerId}
            choice={choice}
            onChange={(part) => setChoice({ ...choice, ...part })}
          />
          <Templates onChange={setText} />
          <TextFields text={text} known={choice.by === 'class' ? classPlaceholders : []} onChange={setText} />
        </>
      )}
    </EditSheet>
  )
}

/** Offers to email families about a change. Shows the emails as they would be sent; the text is editable. */
export function NewsSheet({ centerId, news, onClose }: NewsSheetProps) {
  const { audience } = news
  const [text, setText] = useState(() => begunBy(news).text)
  const [isWording, setWording] = useState(false)
  const { outcome, error, busy, say, back } = useMessage(centerId, { news, onClose })
  const change = () => {
    setWording(true)
    back()
  }
  return (
    <EditSheet
      title={t('Notify families')}
      save={saveWords(outcome)}
      leave={t('Not now')}
      busy={busy}
      error={error}
      onSave={() => say(audience, text)}
      onClose={onClose}
    >
      {outcome ? (
        <MailPreview outcome={outcome} onBack={change} />
      ) : isWording || error ? (
        <TextFields
          text={text}
          known={'classId' in audience ? classPlaceholders : 'date' in audience ? ['date'] : []}
          onChange={setText}
        />
      ) : (
        <Skeleton label={t('Loading the messages')} lines={3} height="8rem" />
      )}
    </EditSheet>
  )
}

const saveWords = (outcome: Outcome | null) =>
  outcome ? t('Send to {parents}', { parents: counted(outcome.recipients.length, 'parent') }) : t('Preview')

function MailPreview({ outcome, onBack }: { outcome: Outcome; onBack: () => void }) {
  const parents = outcome.recipients.length
  const mayNot = kindOf(useMe()) === 'operator' && parents > maxForOperators
  return <Preview outcome={outcome} warning={warningOf({ mayNot, nobody: parents === 0 })} onBack={onBack} />
}

function warningOf({ mayNot, nobody }: { mayNot: boolean; nobody: boolean }) {
  if (nobody) return t('No one would get this message.')
  return mayNot
    ? t('Only a manager can email more than {maxForOperators} parents at once.', { maxForOperators })
    : null
}

function Templates({ onChange }: { onChange: (text: Text) => void }) {
  return (
    <Field label={t('Start with')} required={false}>
      {(wiring) => (
        <select
          {...wiring}
          defaultValue=""
          onChange={({ target }) => target.value && onChange(textOf(target.value))}
        >
          <option value="">{t('A blank message')}</option>
          {emailTemplates.map(({ name }) => (
            <option key={name} value={name}>
              {t(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function TextFields({
  text,
  known,
  onChange,
}: {
  text: Text
  known: readonly string[]
  onChange: (text: Text) => void
}) {
  return (
    <>
      <TextField
        label={t('Subject line')}
        value={text.subject}
        onChange={(subject) => onChange({ ...text, subject })}
        maxLength={150}
      />
      <TextAreaField
        label={t('Message')}
        hint={t('Placeholders, filled in for each parent: {value}.', {
          value: inBraces([...placeholders, ...known]),
        })}
        rows={10}
        maxLength={longest.mailBody}
        value={text.body}
        onChange={(typed) => onChange({ ...text, body: typed })}
      />
    </>
  )
}
