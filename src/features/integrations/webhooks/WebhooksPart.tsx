import { Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CirclePause, KeyRound, List, Plus, Power } from 'lucide-react'
import { useContext, useState } from 'react'
import { t } from '#shared/language.ts'
import { type WebhookEvent, webhookEvents, webhookEventNames } from '#shared/webhook-events.ts'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { RowMenu } from '#ui/RowMenu.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { read, useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import style from '../Integrations.module.css'
import { Part } from '../Part.tsx'
import { type Webhook, webhooks, type WebhookWithSecret } from './api.ts'
import { DeliveriesSheet } from './DeliveriesSheet.tsx'
import { RemoveWebhookDialog, RenewSecretDialog, SecretDialog } from './WebhookDialogs.tsx'
import { AddWebhookSheet, ChangeWebhookSheet } from './WebhookSheet.tsx'

type Action = 'deliveries' | 'change' | 'renew' | 'remove'
type OpenDialog =
  | { what: 'add' }
  | { what: Action; webhook: Webhook }
  | { what: 'secret'; made: WebhookWithSecret }

const refreshMs = 15_000

/** Webhooks of a center: add one, see its deliveries, turn it off. */
export function WebhooksPart({ centerId }: { centerId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read(webhooks.list, { centerId }),
    refetchInterval: refreshMs,
  })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return (
    <Part
      title={t('Webhooks')}
      about={t(
        'Another program is notified when something changes. Messages contain only IDs, no names. The program reads the rest with an access token.',
      )}
      action={
        data && (
          <Button changes icon={<Plus aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
            {t('New webhook')}
          </Button>
        )
      }
    >
      {!data && (
        <div className="pad-2-4">
          <QueryState query={{ error, isFetching, refetch }} of={t('the webhooks')} lines={2} height="3rem" />
        </div>
      )}
      {data?.length === 0 && <p className="pad-2-4 ruled">{t('No webhooks yet.')}</p>}
      {data && data.length > 0 && (
        <ul aria-label={t('Webhooks')}>
          {data.map((webhook) => (
            <WebhookRow
              key={webhook._id}
              centerId={centerId}
              webhook={webhook}
              onOpen={(what) => setOpen({ what, webhook })}
            />
          ))}
        </ul>
      )}
      {open && <WebhookDialog centerId={centerId} open={open} onOpen={setOpen} />}
    </Part>
  )
}

type WebhookDialogProps = { centerId: string; open: OpenDialog; onOpen: (open: OpenDialog | null) => void }

function WebhookDialog({ centerId, open, onOpen }: WebhookDialogProps) {
  const changed = useWebhooksChanged()
  const close = () => onOpen(null)
  const done = () => {
    changed()
    close()
  }
  const show = (made: WebhookWithSecret) => {
    changed()
    onOpen({ what: 'secret', made })
  }
  if (open.what === 'add') return <AddWebhookSheet centerId={centerId} onAdded={show} onClose={close} />
  if (open.what === 'secret') return <SecretDialog made={open.made} onClose={close} />
  const { webhook } = open
  const props = { centerId, webhook, onClose: close }
  if (open.what === 'change') return <ChangeWebhookSheet {...props} onChanged={done} />
  if (open.what === 'renew') return <RenewSecretDialog {...props} onRenewed={show} />
  if (open.what === 'remove') return <RemoveWebhookDialog {...props} onRemoved={done} />
  return <DeliveriesSheet {...props} />
}

/** Returns a function that reloads the webhooks. */
function useWebhooksChanged() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [webhooks.list.path] })
}

const eventsInWords = (events: readonly string[]) =>
  events.length === webhookEventNames.length
    ? t('Every event')
    : events.map((event) => t(webhookEvents[event as WebhookEvent])).join(', ')

type WebhookRowProps = { centerId: string; webhook: Webhook; onOpen: (what: Action) => void }

function WebhookRow({ centerId, webhook, onOpen }: WebhookRowProps) {
  const { _id: id, url, events, enabled, lastDeliveredAt, version } = webhook
  const { moment } = useClock()
  const isReadOnly = useContext(ReadOnly) !== null
  const changed = useWebhooksChanged()
  const toggle = useSend(webhooks.change, {
    onSuccess: (after) => {
      toast(after.enabled ? t('The webhook is on.') : t('The webhook is off.'))
      changed()
    },
  })
  return (
    <li className={`${style.row} grid gap-1-3 pad-2-4 ruled`} data-ended={!enabled || undefined}>
      <span className="stack breakable">
        <span className="bold">{url}</span>
        <span className="fine-print">{eventsInWords(events)}</span>
      </span>
      <span className="stack breakable">
        <State webhook={webhook} />
        <span className="fine-print" data-figures>
          {lastDeliveredAt
            ? t('Last delivery {moment}', { moment: moment(lastDeliveredAt) })
            : t('Nothing delivered yet')}
        </span>
      </span>
      <RowMenu
        of={url}
        change={{ label: t('Change'), onClick: () => onOpen('change') }}
        onDrop={() => onOpen('remove')}
      >
        <Menu.Item leftSection={<List size={16} aria-hidden />} onClick={() => onOpen('deliveries')}>
          {t('Deliveries')}
        </Menu.Item>
        {!isReadOnly && (
          <>
            <Menu.Item
              leftSection={<Power size={16} aria-hidden />}
              onClick={() => toggle.mutate({ centerId, id, enabled: !enabled, ifMatch: version })}
            >
              {enabled ? t('Turn off') : t('Turn on')}
            </Menu.Item>
            <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} onClick={() => onOpen('renew')}>
              {t('New secret')}
            </Menu.Item>
          </>
        )}
      </RowMenu>
    </li>
  )
}

function State({ webhook: { enabled, failingSince, waiting, ownerLeft, createdBy } }: { webhook: Webhook }) {
  const { moment } = useClock()
  if (!enabled)
    return (
      <StatusText icon={CirclePause} color="secondary">
        {failingSince ? t('Turned off after failures') : t('Off')}
      </StatusText>
    )
  if (ownerLeft)
    return (
      <StatusText icon={CirclePause} color="warn">
        {t('Paused: {createdBy} no longer manages this center. Turn it off and on again to take it over.', {
          createdBy,
        })}
      </StatusText>
    )
  if (failingSince)
    return (
      <StatusText icon={CircleAlert} color="warn">
        {t('Failing since {moment}. Deliveries waiting: {waiting}', {
          moment: moment(failingSince),
          waiting,
        })}
      </StatusText>
    )
  return (
    <StatusText icon={CircleCheck} color="success">
      {waiting > 0 ? t('On. Deliveries waiting: {waiting}', { waiting }) : t('On')}
    </StatusText>
  )
}
