import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleSlash, Clock } from 'lucide-react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { read, useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { requests, type SentRequest } from './api.ts'
import style from './Requests.module.css'
import { postWords, requestState } from './request-words.ts'

type SentRequestsProps = {
  centerId: string
  /** Lists only requests about this student. If omitted, lists those about duties. */
  studentId?: string
  mayWithdraw: boolean
}

/** Lists a center's requests that are waiting or were declined. Renders nothing if there are none. */
export function SentRequests({ centerId, studentId, mayWithdraw }: SentRequestsProps) {
  const { data, error, isFetching, refetch } = useQuery(
    read(requests.sent, { centerId, ...(studentId && { studentId }) }),
  )
  if (!data && error)
    return (
      <ErrorState
        title={t('The requests couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const shown = data?.filter((request) => studentId !== undefined || request.duty !== null) ?? []
  if (shown.length === 0) return null
  return (
    <div className={studentId === undefined ? 'card' : undefined}>
      {studentId === undefined && <h2 className={style.boxHead}>{t('Waiting for consent')}</h2>}
      <ul aria-label={t('Waiting for consent')}>
        {shown.map((request) => (
          <Row key={request._id} centerId={centerId} request={request} mayWithdraw={mayWithdraw} />
        ))}
      </ul>
    </div>
  )
}

function Row({
  centerId,
  request,
  mayWithdraw,
}: {
  centerId: string
  request: SentRequest
  mayWithdraw: boolean
}) {
  const queries = useQueryClient()
  const clock = useClock(centerId)
  const { _id, firstName, lastName, email, duty, declinedAt, againAt } = request
  const name = fullName({ firstName, lastName })
  const withdraw = useSend(requests.withdraw, {
    onSuccess: () =>
      toast(
        declinedAt ? t('Request to {name} removed.', { name }) : t('Request to {name} withdrawn.', { name }),
      ),
    onSettled: () => void queries.invalidateQueries({ queryKey: [requests.sent.path] }),
  })
  const [word, label] = declinedAt
    ? [t('Remove'), t('Remove the request to {name}', { name })]
    : [t('Withdraw'), t('Withdraw the request to {name}', { name })]
  const Icon = declinedAt ? CircleSlash : Clock
  return (
    <li className={`${style.row} cluster middle apart gap-1-3 breakable ruled`}>
      <span className="grid shrinks">
        <span>
          {name} {duty && <span className="fine-print">{t(postWords[duty])}</span>}
        </span>
        <span className="fine-print">{email}</span>
      </span>
      <span className="inline-row middle gap-2">
        <Icon size={16} aria-hidden />
        <span>
          {requestState(request, clock)}
          {againAt && (
            <span className={`${style.again} fine-print`}>
              {t('Can be sent again after {moment}', { moment: clock.moment(againAt) })}
            </span>
          )}
        </span>
      </span>
      {mayWithdraw && againAt === null && (
        <Button
          kind="quiet"
          busy={withdraw.isPending}
          aria-label={label}
          onClick={() => withdraw.mutate({ centerId, id: _id })}
        >
          {word}
        </Button>
      )}
    </li>
  )
}
