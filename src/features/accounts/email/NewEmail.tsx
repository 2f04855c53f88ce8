import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { accounts, type User } from '../api.ts'
import { emailChanges } from './api.ts'
import style from './NewEmail.module.css'

function sentenceOf({ email, expired }: NonNullable<User['newEmail']>, own: boolean) {
  if (expired) return t('The link sent to {email} has expired.', { email })
  return own
    ? t('Waiting for you to confirm {email}', { email })
    : t('Waiting for {email} to be confirmed', { email })
}

/**
 * Pending new address, with buttons to resend its link or cancel the change. Renders nothing if there is
 * none.
 */
export function NewEmail({ user: { _id: id, newEmail }, own }: { user: User; own: boolean }) {
  const queries = useQueryClient()
  const onSettled = () => void queries.invalidateQueries({ queryKey: read(accounts.user, { id }).queryKey })
  const onError = (failure: Error) => toast(sentenceFor(failure), 'error')
  const again = useSend(emailChanges.again, {
    onSuccess: () => toast(t('Link sent again.')),
    onError,
    onSettled,
  })
  const cancel = useSend(emailChanges.cancel, {
    onSuccess: () => toast(t('Email change canceled.')),
    onError,
    onSettled,
  })
  if (!newEmail) return null
  const busy = again.isPending || cancel.isPending
  return (
    <div
      className={`${style.waiting} cluster middle apart gap-2-4 pad-3-4 rounded`}
      role="group"
      aria-label={t('New email address')}
    >
      <p>
        <Clock size={18} aria-hidden />
        <span>{sentenceOf(newEmail, own)}</span>
      </p>
      <div className="cluster gap-2">
        <Button busy={again.isPending} disabled={busy} onClick={() => again.mutate({ id })}>
          {t('Send again')}
        </Button>
        <Button
          busy={cancel.isPending}
          disabled={busy}
          aria-label={t('Cancel the new email address')}
          onClick={() => cancel.mutate({ id })}
        >
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
