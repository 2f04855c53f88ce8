import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Token } from '#shared/fields.ts'
import { Problem } from '#shared/problem.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read, useSend } from '#web/api.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { sentenceFor } from '#web/snack.tsx'
import style from '../Form.module.css'
import { Notice } from '../Notice.tsx'
import { emailChanges } from './api.ts'

const isDead = (error: Error | null) => error instanceof Problem && error.code === 'token_invalid'

/** `/confirm-email#token=…`: confirms a new e-mail address, with or without a session. */
export function ConfirmEmailPage() {
  return (
    <FrontPage title="Confirm your address" animals={['hedgehog', 'owl', 'turtle']}>
      <div className={style.form}>
        <Confirmation />
      </div>
    </FrontPage>
  )
}

/** Confirms by a button: programs that only look into mail open links, and some run pages. */
function Confirmation() {
  const [token] = useState(() => Token.safeParse(new URLSearchParams(location.hash.slice(1)).get('token')).data ?? '')
  const link = useQuery({ ...read(emailChanges.link, { token }), enabled: token !== '', staleTime: Infinity })
  const confirm = useSend(emailChanges.confirm)
  if (link.data && confirm.isSuccess)
    return (
      <>
        <Notice kind="done">{link.data.email} is confirmed. You log in with it from now on.</Notice>
        <ToLogin />
      </>
    )
  if (token === '' || isDead(link.error) || isDead(confirm.error)) return <DeadLink />
  if (link.data)
    return (
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!confirm.isPending) confirm.mutate({ token })
        }}
      >
        {confirm.error && <Notice kind="error">{sentenceFor(confirm.error)}</Notice>}
        <p>
          Do you want to log in with <strong className={style.address}>{link.data.email}</strong> from now on?
        </p>
        <Button kind="primary" type="submit" wide busy={confirm.isPending}>
          Confirm
        </Button>
      </form>
    )
  if (!link.error) return <Skeleton label="Reading the link" lines={2} height="2.75rem" />
  return (
    <ErrorState
      title="The link can’t be read."
      message={sentenceFor(link.error)}
      busy={link.isFetching}
      onRetry={() => void link.refetch()}
    />
  )
}

const DeadLink = () => (
  <>
    <Notice kind="error">This link has been used or is too old.</Notice>
    <p>
      Have you confirmed the address already? Then log in with it. Otherwise log in with the old one, and send the link again from your
      profile.
    </p>
    <ToLogin />
  </>
)

const ToLogin = () => (
  <Link to="/login" className={buttonClass({ wide: true })}>
    Go to the login
  </Link>
)
