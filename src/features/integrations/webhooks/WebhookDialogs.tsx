import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useSend } from '#web/api.ts'
import { CopyField } from '#web/shell/CopyField.tsx'
import { toast } from '#web/toast.tsx'
import { type Webhook, webhooks, type WebhookWithSecret } from './api.ts'

/** Shows a new secret, or explains that it was lost because it is returned only once. */
export const SecretDialog = ({ made, onClose }: { made: WebhookWithSecret; onClose: () => void }) => (
  <Dialog
    open
    title={t('Webhook secret')}
    onClose={onClose}
    actions={
      <Button kind="primary" reads onClick={onClose}>
        {t('Done')}
      </Button>
    }
  >
    {made.secret ? (
      <div className="stack gap-3">
        <CopyField label={t('Secret')} text={made.secret} />
        <p>
          {t(
            'It won’t be shown again. Enter it in the program, which uses it to verify that messages come from here (Standard Webhooks).',
          )}
        </p>
      </div>
    ) : (
      <p>
        {t(
          'A secret was created but didn’t reach this page, and secrets are shown only once. Create a new one in the webhook’s menu.',
        )}
      </p>
    )}
  </Dialog>
)

type AskProps = { centerId: string; webhook: Webhook; onClose: () => void }

/** Asks for confirmation before a webhook's secret is replaced. */
export function RenewSecretDialog({
  centerId,
  webhook: { _id: id, url },
  onRenewed,
  onClose,
}: AskProps & { onRenewed: (made: WebhookWithSecret) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const renew = useSend(webhooks.renew, {
    onSuccess: onRenewed,
    onError: (error) => setRefusal(sentenceFor(error)),
  })
  return (
    <Dialog
      open
      title={t('Create a new secret?')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" busy={renew.isPending} onClick={() => renew.mutate({ centerId, id })}>
            {t('Create new secret')}
          </Button>
        </>
      }
    >
      {refusal && <p role="alert">{refusal}</p>}
      <p>
        <Sentence
          text="For a day, messages to {url} will be signed with both the old and the new secret, so you have time to enter the new one."
          url={<span className="breakable">{url}</span>}
        />
      </p>
    </Dialog>
  )
}

/** Asks for confirmation before a webhook is deleted. */
export function RemoveWebhookDialog({
  centerId,
  webhook: { _id: id, url },
  onRemoved,
  onClose,
}: AskProps & { onRemoved: () => void }) {
  const [error, setError] = useState<Error | null>(null)
  const remove = useSend(webhooks.remove, {
    onSuccess: () => {
      toast(t('Webhook deleted.'))
      onRemoved()
    },
    onError: setError,
  })
  return (
    <ConfirmDialog
      title={t('Delete this webhook?')}
      action={t('Delete')}
      busy={remove.isPending}
      error={error}
      onConfirm={() => remove.mutate({ centerId, id })}
      onClose={onClose}
    >
      <Sentence
        text="{url} will no longer be notified, and its list of deliveries will be deleted. To pause the webhook, turn it off instead."
        url={<span className="breakable">{url}</span>}
      />
    </ConfirmDialog>
  )
}
