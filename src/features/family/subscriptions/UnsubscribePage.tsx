import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Notice } from '#features/accounts/Notice.tsx'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { read, useSend } from '#web/api.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { subscriptions } from './api.ts'

const page = getRouteApi('/unsubscribe/$token')

/**
 * Page `/unsubscribe/{token}`, opened by the link in the footer of a center's emails. Unsubscribes from them
 * without signing in.
 */
export function UnsubscribePage() {
  const { token } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery({
    ...read(subscriptions.link, { token }),
    // The page shows the error, so there is no toast (spec §8).
    meta: { quiet: true },
  })
  const isDead = error instanceof Problem && error.status === 404
  return (
    <FrontPage title={t('Email from your center')} animals={['hedgehog', 'owl', 'turtle']}>
      <div className="stack gap-4">
        {data ? (
          <Subscription key={token} token={token} center={data.center} wanted={data.wanted} />
        ) : isDead ? (
          <Notice kind="error">
            {t(
              'This link doesn’t work. Open it again from the message, or ask the center to take you off its list.',
            )}
          </Notice>
        ) : (
          <QueryState query={{ error, isFetching, refetch }} of={t('your choice')} lines={2} height="3rem" />
        )}
      </div>
    </FrontPage>
  )
}

/** Requires a click on a button, because email scanners open links. */
function Subscription({ token, center, wanted }: { token: string; center: string; wanted: boolean }) {
  const end = useSend(subscriptions.end, {})
  const isWanted = end.data?.wanted ?? wanted
  const choose = (choice: boolean) => {
    if (!end.isPending) end.mutate({ token, wanted: choice })
  }
  return (
    <>
      {end.error && <Notice kind="error">{sentenceFor(end.error)}</Notice>}
      {isWanted ? (
        <>
          {end.data && <Notice kind="done">{t('You’ll get email from {center} again.', { center })}</Notice>}
          <p>
            <Sentence
              text="Stop all email from {center} about your children? You will also miss news such as canceled classes. You’ll still get email about your own account."
              center={<strong className="breakable">{center}</strong>}
            />
          </p>
          <Button kind="primary" wide busy={end.isPending} onClick={() => choose(false)}>
            {t('Unsubscribe')}
          </Button>
        </>
      ) : (
        <>
          <Notice kind="done">
            {t('You’ve been unsubscribed. {center} will no longer email you about your children.', {
              center,
            })}
          </Notice>
          <Button wide busy={end.isPending} onClick={() => choose(true)}>
            {t('Subscribe again')}
          </Button>
        </>
      )}
    </>
  )
}
