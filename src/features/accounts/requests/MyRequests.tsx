import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Loading } from '#ui/Loading.tsx'
import { read, useSend } from '#web/api.ts'
import { refetchMe } from '#web/session.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { consents, requests, type MyRequest } from './api.ts'
import style from './Requests.module.css'

/** Lists the requests that centers have sent to the signed-in person. Renders nothing if there are none. */
export function MyRequests({ onAccepted }: { onAccepted?: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(read(requests.mine, {}))
  if (!data && error)
    return (
      <ErrorState
        title={t('Your requests couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Loading />
  if (data.length === 0) return null
  return (
    <ul className="grid gap-3" aria-label={t('Requests')}>
      {data.map((request) => (
        <Request key={request._id} request={request} onAccepted={onAccepted} />
      ))}
    </ul>
  )
}

const asks = {
  office: '{centerId} would like to add you to its staff as an operator',
  teacher: '{centerId} would like to add you to its staff as a teacher',
  assistant: '{centerId} would like to add you to its staff as an assistant',
} as const

function wordsOf({ centerId, child, duty, fits }: MyRequest) {
  const name = child === null ? '' : child
  const title = duty
    ? t(asks[duty], { centerId })
    : t('{centerId} wants to add {name} to your account', { centerId, name })
  if (!fits)
    return {
      title,
      text: t(
        'Your type of account can’t be used for this. Decline, and give {centerId} a different email address.',
        { centerId },
      ),
    }
  const text = duty
    ? t('If you accept, you’ll join its staff, and its managers will be able to see your profile.')
    : t(
        'If you accept, you can see {name}’s classes, work and results there. If you don’t know this child or this center, decline.',
        { name },
      )
  return { title, text }
}

function Request({ request, onAccepted }: { request: MyRequest; onAccepted: (() => void) | undefined }) {
  const queries = useQueryClient()
  const { title, text } = wordsOf(request)
  const answer = useSend(consents.answer, {
    onSuccess: (_, { accept }) => {
      toast(accept ? t('You accepted the request.') : t('You declined the request.'))
      if (!accept) return
      void refetchMe()
      onAccepted?.()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [requests.mine.path] }),
  })
  const say = (accept: boolean) => answer.mutate({ id: request._id, accept })
  const accepting = answer.variables?.accept
  return (
    <li className={`${style.ask} grid gap-3 pad-5 breakable surface ink`}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="cluster gap-2">
        {request.fits && (
          <Button
            kind="primary"
            busy={answer.isPending && accepting === true}
            disabled={answer.isPending}
            onClick={() => say(true)}
          >
            {t('Accept')}
          </Button>
        )}
        <Button
          busy={answer.isPending && accepting === false}
          disabled={answer.isPending}
          onClick={() => say(false)}
        >
          {t('Decline')}
        </Button>
      </div>
    </li>
  )
}
