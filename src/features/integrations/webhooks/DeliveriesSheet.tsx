import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, RotateCw } from 'lucide-react'
import { translateSentence, t } from '#shared/language.ts'
import { type WebhookEvent, webhookEvents } from '#shared/webhook-events.ts'
import { Button } from '#ui/Button.tsx'
import { More } from '#ui/More.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { call, useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { toast } from '#web/toast.tsx'
import style from '../Integrations.module.css'
import { type Delivery, type Webhook, webhooks } from './api.ts'

const refreshMs = 5000

type DeliveriesSheetProps = { centerId: string; webhook: Webhook; onClose: () => void }

/** Messages sent to a webhook in the last 30 days, with their outcomes. */
export function DeliveriesSheet({ centerId, webhook, onClose }: DeliveriesSheetProps) {
  const { _id: id, url } = webhook
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, ...query } =
    useInfiniteQuery({
      queryKey: [webhooks.deliveries.path, { centerId, id }],
      queryFn: ({ pageParam, signal }) =>
        call(webhooks.deliveries, { centerId, id, after: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ after }) => after,
      refetchInterval: refreshMs,
    })
  const all = data?.pages.flatMap(({ deliveries }) => deliveries)
  return (
    <SideSheet title={t('Deliveries')} size="32rem" onClose={onClose}>
      <div className="stack gap-3">
        <p className="quiet breakable">{url}</p>
        {!all && (
          <QueryState
            query={{ error, isFetching, refetch: query.refetch }}
            of={t('the deliveries')}
            lines={5}
            height="3rem"
          />
        )}
        {all?.length === 0 && <p>{t('Nothing has been sent yet.')}</p>}
        {all && all.length > 0 && (
          <ul className="card" aria-label={t('Deliveries')}>
            {all.map((delivery) => (
              <DeliveryRow key={delivery._id} centerId={centerId} webhook={webhook} delivery={delivery} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <More
            busy={isFetchingNextPage}
            failed={isFetchNextPageError}
            onMore={() => void query.fetchNextPage()}
          />
        )}
      </div>
    </SideSheet>
  )
}

type DeliveryRowProps = { centerId: string; webhook: Webhook; delivery: Delivery }

function DeliveryRow({ centerId, webhook: { _id: id, enabled }, delivery }: DeliveryRowProps) {
  const { _id: deliveryId, event, at } = delivery
  const queries = useQueryClient()
  const { moment } = useClock()
  const replay = useSend(webhooks.replay, {
    onSuccess: () => {
      toast(t('The message will be delivered again.'))
      void queries.invalidateQueries({ queryKey: [webhooks.deliveries.path] })
    },
  })
  const words = t(webhookEvents[event as WebhookEvent] ?? event)
  return (
    <li className={`${style.delivery} grid top gap-1-3 pad-2-4`}>
      <span className="stack breakable">
        <span>{words}</span>
        <span className="fine-print" data-figures>
          {moment(at)}
        </span>
        <Outcome delivery={delivery} />
      </span>
      <Button
        kind="quiet"
        icon={<RotateCw aria-hidden />}
        busy={replay.isPending}
        reason={enabled ? null : t('This webhook is off. Turn it on first.')}
        aria-label={t('Deliver again: {words}, {moment}', { words, moment: moment(at) })}
        onClick={() => replay.mutate({ centerId, id, deliveryId })}
      >
        {t('Deliver again')}
      </Button>
    </li>
  )
}

function Outcome({ delivery: { status, tries, answer, error, nextAt } }: { delivery: Delivery }) {
  const { moment } = useClock()
  if (status === 'delivered')
    return (
      <StatusText icon={CircleCheck} color="success">
        {tries > 1 ? t('Delivered after {tries} attempts', { tries }) : t('Delivered')}
      </StatusText>
    )
  const responded = answer === null ? '' : t('Responded with {answer}.', { answer })
  const why = error === null ? responded : translateSentence(error)
  if (status === 'failed')
    return (
      <StatusText icon={CircleAlert} color="error">
        {tries === 1
          ? t('Gave up after 1 attempt. {why}', { why })
          : t('Gave up after {tries} attempts. {why}', { tries, why })}
      </StatusText>
    )
  if (tries === 0 || why === '')
    return (
      <StatusText icon={Clock} color="info">
        {t('Being delivered')}
      </StatusText>
    )
  return (
    <StatusText icon={Clock} color="warn">
      {nextAt
        ? t('{why} Next attempt {moment}', { why, moment: moment(nextAt) })
        : t('{why} Next attempt soon', { why })}
    </StatusText>
  )
}
