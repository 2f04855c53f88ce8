import { Mail, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Center } from '#features/centers/api.ts'
import { hoursInWords } from '#shared/opening-hours.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { looks } from './api.ts'
import { LogoField } from './LogoField.tsx'
import { LookSheet } from './LookSheet.tsx'
import style from './Look.module.css'

/**
 * A center's look in email: logo, color and opening hours, with a button that sends the user a test message.
 */
export function LookPart({ center }: { center: Center }) {
  const [isChanging, setChanging] = useState(false)
  const { _id: centerId, color, openingHours, email, archivedAt } = center
  const test = useSend(looks.test, {
    onSuccess: ({ to, isSent }) =>
      toast(
        isSent
          ? t('Test message sent to {to}.', { to })
          : t('No mail server is set up. The test message is under Mail.'),
      ),
  })
  return (
    <div className="stack gap-4">
      <p className="quiet">
        {t('Emails to families show your center’s name, logo and color.')}{' '}
        {email
          ? t('Replies go to {email}.', { email })
          : t('Add an email address above, so that families can reply.')}
      </p>
      <LogoField center={center} />
      <dl className={`${style.facts} grid gap-2-4`}>
        <dt>{t('Color')}</dt>
        <dd className="inline-row middle gap-2">
          <svg className={style.swatch} viewBox="0 0 16 16" aria-hidden>
            <rect width="16" height="16" rx="4" fill={color || productColor} />
          </svg>
          {color || t('Blended Learning’s color')}
        </dd>
        <dt>{t('Opening hours')}</dt>
        <dd>{hoursInWords(openingHours) || '–'}</dd>
      </dl>
      {archivedAt === null && (
        <div className="cluster gap-2">
          <Button
            icon={<Pencil aria-hidden />}
            aria-label={t('Change the color and the hours')}
            onClick={() => setChanging(true)}
          >
            {t('Change')}
          </Button>
          <Button icon={<Mail aria-hidden />} busy={test.isPending} onClick={() => test.mutate({ centerId })}>
            {t('Send me a test')}
          </Button>
        </div>
      )}
      {isChanging && <LookSheet center={center} onClose={() => setChanging(false)} />}
    </div>
  )
}

const productColor = '#0f766e'
