import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import { type WebhookEvent, webhookEvents, webhookEventNames } from '#shared/webhook-events.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { Choice } from '../Choice.tsx'
import style from '../Integrations.module.css'
import { type Webhook, webhooks, type WebhookWithSecret } from './api.ts'

type Draft = { url: string; events: WebhookEvent[] }
type FieldsProps = { draft: Draft; onChange: (changed: Partial<Draft>) => void }

function Fields({ draft: { url, events }, onChange }: FieldsProps) {
  const toggle = (event: WebhookEvent) =>
    onChange({
      events: events.includes(event) ? events.filter((each) => each !== event) : [...events, event],
    })
  return (
    <>
      <TextField
        label={t('Address')}
        hint={t('The program’s address for webhooks. It begins with https://.')}
        type="url"
        inputMode="url"
        value={url}
        onChange={(next) => onChange({ url: next })}
        maxLength={500}
        required
        data-autofocus
      />
      <fieldset className={style.choices}>
        <legend className="bold">{t('Notify the program when')}</legend>
        {webhookEventNames.map((event) => (
          <Choice
            key={event}
            label={t(webhookEvents[event])}
            about={event}
            checked={events.includes(event)}
            onToggle={() => toggle(event)}
          />
        ))}
      </fieldset>
    </>
  )
}

const noEvent = () => new Problem(422, 'no_event', t('Choose what to notify the program about.'))

type AddProps = { centerId: string; onAdded: (made: WebhookWithSecret) => void; onClose: () => void }

export function AddWebhookSheet({ centerId, onAdded, onClose }: AddProps) {
  const [draft, setDraft] = useState<Draft>({ url: '', events: [] })
  const [error, setError] = useState<Error | null>(null)
  const add = useSend(webhooks.add, { onSuccess: onAdded, onError: setError })
  return (
    <EditSheet
      title={t('New webhook')}
      save={t('Add webhook')}
      busy={add.isPending}
      error={error}
      onSave={() => {
        if (draft.events.length === 0) return setError(noEvent())
        setError(null)
        add.mutate({ centerId, ...draft })
      }}
      onClose={onClose}
    >
      <Fields draft={draft} onChange={(changed) => setDraft({ ...draft, ...changed })} />
    </EditSheet>
  )
}

type ChangeProps = { centerId: string; webhook: Webhook; onChanged: () => void; onClose: () => void }

/** Form to change a webhook's address and events. */
export function ChangeWebhookSheet({ centerId, webhook, onChanged, onClose }: ChangeProps) {
  const { draft, set, base, error, fail, differences } = useEdit(webhook, {
    draftOf: ({ url, events }): Draft => ({ url, events: events as WebhookEvent[] }),
    words: {
      url: t('Address'),
      events: [
        t('Notify the program when'),
        (events) => events.map((event) => t(webhookEvents[event])).join(', '),
      ],
    },
  })
  const change = useSend(webhooks.change, {
    onSuccess: () => {
      toast(t('Saved.'))
      onChanged()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Edit webhook')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={() =>
        draft.events.length === 0
          ? fail(noEvent())
          : change.mutate({ centerId, id: webhook._id, ...draft, ifMatch: base.version })
      }
      onClose={onClose}
    >
      <Fields draft={draft} onChange={set} />
    </EditSheet>
  )
}
