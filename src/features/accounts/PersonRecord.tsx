import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fullName } from '#shared/full-name.ts'
import { Problem, sentences } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read, useSend } from '#web/api.ts'
import { useMe } from '#web/session.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { accounts, type User } from './api.ts'
import { AvatarDialog } from './AvatarDialog.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { NewEmail } from './email/NewEmail.tsx'
import { factor } from './factor/api.ts'
import { FactorSection } from './factor/FactorSection.tsx'
import { NamesDialog } from './NamesDialog.tsx'
import style from './PersonRecord.module.css'
import { kindWords, mayRename } from './rules.ts'
import { SessionsSection } from './sessions/SessionsSection.tsx'

const PasskeysSection = lazy(() =>
  import('./passkeys/PasskeysSection.tsx').then((part) => ({ default: part.PasskeysSection })),
)

/**
 * One account, with everything the signed-in user may change about it. Used in both the staff and the family
 * shell, so it must not import staff code.
 */
export function PersonRecord({ userId }: { userId: string }) {
  const me = useMe()
  const { data, error, isFetching, refetch } = useQuery(read(accounts.user, { id: userId }))
  useTitle(data ? fullName(data) : null)
  if (data)
    return (
      <>
        <Head user={data} own={me._id === data._id} />
        {me._id === data._id && (
          <section className="card stack gap-4 pad-5" aria-labelledby="password">
            <h2 id="password">{t('Password')}</h2>
            <ChangePassword user={data} />
          </section>
        )}
        {me._id === data._id && me.role && (
          <section className="card stack gap-4 pad-5" aria-labelledby="code">
            <h2 id="code">{t('Two-step login')}</h2>
            <FactorSection />
          </section>
        )}
        {me._id === data._id && (me.role || me.group === 'parents') && (
          <section className="card stack gap-4 pad-5" aria-labelledby="passkeys">
            <h2 id="passkeys">{t('Passkeys')}</h2>
            <Suspense fallback={<Skeleton label={t('Loading your passkeys')} lines={2} height="2.75rem" />}>
              <PasskeysSection />
            </Suspense>
          </section>
        )}
        {(me._id === data._id || me.role === 'admin') && (
          <section className="card stack gap-4 pad-5" aria-labelledby="sessions">
            <h2 id="sessions">{t('Logged in')}</h2>
            <SessionsSection userId={data._id} />
          </section>
        )}
        {me._id !== data._id && me.role === 'admin' && data.role && (
          <section className="card stack gap-4 pad-5" aria-labelledby="code">
            <h2 id="code">{t('Two-step login')}</h2>
            <ResetFactor user={data} />
          </section>
        )}
      </>
    )
  if (!error) return <Skeleton label={t('Loading the account')} lines={4} height="2.75rem" />
  const unknown = error instanceof Problem && error.status === 404
  return (
    <ErrorState
      page
      title={unknown ? t('Account not found') : t('The account couldn’t be loaded.')}
      message={unknown ? t(sentences.notFound) : sentenceFor(error)}
      busy={isFetching}
      onRetry={unknown ? undefined : () => void refetch()}
    />
  )
}

function ResetFactor({ user }: { user: User }) {
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(read(factor.of, { id: user._id }))
  const [asking, setAsking] = useState(false)
  const reset = useSend(factor.reset, {
    onSuccess: () => {
      toast(t('Two-step login is off for this account. Its owner will be notified by email.'))
      void queries.invalidateQueries({ queryKey: [factor.of.path] })
    },
    onSettled: () => setAsking(false),
  })
  if (!data) return <QueryState query={{ error, isFetching, refetch }} of={t('this')} lines={1} />
  if (!data.on) return <p className="fine-print">{t('Not set up for this account.')}</p>
  return (
    <div className={`${style.lost} grid gap-3`}>
      <p>{t('On. If the owner lost both their phone and their recovery codes, you can turn it off.')}</p>
      <Button onClick={() => setAsking(true)}>{t('Lost phone')}</Button>
      <Dialog
        open={asking}
        title={t('Turn off two-step login?')}
        onClose={() => setAsking(false)}
        actions={
          <Button kind="primary" busy={reset.isPending} onClick={() => reset.mutate({ id: user._id })}>
            {t('Turn off')}
          </Button>
        }
      >
        {t(
          'Only do this if you are sure who is asking. Their codes will stop working, and we’ll notify them by email.',
        )}
      </Dialog>
    </div>
  )
}

function Head({ user, own }: { user: User; own: boolean }) {
  const me = useMe()
  const [open, setOpen] = useState<'avatar' | 'names' | null>(null)
  const name = fullName(user)
  const close = () => setOpen(null)
  return (
    <section className="card stack gap-4 pad-5" aria-labelledby="person">
      <header className={style.head}>
        <Avatar name={user.avatar} label={name} size={96} decorative />
        <h1 id="person">{name}</h1>
        <div className={`${style.actions} cluster gap-2`}>
          {own && <Button onClick={() => setOpen('avatar')}>{t('Change picture')}</Button>}
          {mayRename(me, user._id) && (
            <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('names')}>
              {t('Change name or email')}
            </Button>
          )}
        </div>
      </header>
      <Facts user={user} />
      <NewEmail user={user} own={own} />
      {own && me.group === 'students' && (
        <p className="fine-print">{t('Is your name wrong? Please tell your center.')}</p>
      )}
      {open === 'avatar' && <AvatarDialog user={user} onClose={close} />}
      {open === 'names' && <NamesDialog user={user} own={own} onClose={close} />}
    </section>
  )
}

function Facts({ user: { role, group, email, userName, centers } }: { user: User }) {
  const kind = role ?? group
  return (
    <dl className={`${style.facts} cluster`}>
      {role && kind && <Fact word={t('Role')} value={t(kindWords[kind])} />}
      {!role && kind && <Fact word={t('Account')} value={t(kindWords[kind])} />}
      {email && <Fact word={t('Email')} value={email} />}
      {userName && <Fact word={t('User name')} value={userName} />}
      {role === 'admin' ? (
        <Fact word={t('Centers')} value={t('All')} />
      ) : (
        group !== 'parents' && (
          <Fact
            word={centers.length === 1 ? t('Center') : t('Centers')}
            value={centers.join(', ') || t('None')}
          />
        )
      )}
    </dl>
  )
}

const Fact = ({ word, value }: { word: string; value: string }) => (
  <div>
    <dt className="fine-print">{word}</dt>
    <dd>{value}</dd>
  </div>
)
