import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { toast } from '#web/toast.tsx'
import { emails, type Mailing } from './api.ts'
import style from './Emails.module.css'

type MailingSheetProps = { centerId: string; mailing: Mailing; children: ReactNode; onClose: () => void }

/** A message as written, with its delivery states. Failed emails can be resent. */
export function MailingSheet({ centerId, mailing, children, onClose }: MailingSheetProps) {
  const { _id: id, subject, about, body, counts } = mailing
  const queries = useQueryClient()
  const resend = useSend(emails.resend, {
    onSuccess: () => {
      toast(t('Resending {emails}.', { emails: counted(counts.failed, 'email') }))
      void queries.invalidateQueries({ queryKey: [emails.list.path] })
    },
  })
  return (
    <SideSheet title={subject} size="32rem" onClose={onClose}>
      <div className={`${style.sheet} stack gap-4`}>
        <p className="quiet">{t('To the parents of: {about}', { about })}</p>
        {children}
        {counts.kept > 0 && (
          <p className="quiet">{t('No mail server is set up. A manager can read each email under Mail.')}</p>
        )}
        {counts.failed > 0 && (
          <div>
            <Button busy={resend.isPending} onClick={() => resend.mutate({ centerId, id })}>
              {t('Resend failed emails')}
            </Button>
          </div>
        )}
        <p className={style.body}>{body}</p>
      </div>
    </SideSheet>
  )
}
