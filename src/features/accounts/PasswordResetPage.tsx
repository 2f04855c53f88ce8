import { Link } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { NewPassword } from './NewPassword.tsx'

/** `/password-reset#token=…`: lets a person choose a new password with an emailed link (spec §2). */
export function PasswordResetPage() {
  return (
    <FrontPage title={t('Choose a new password')} animals={['hedgehog', 'owl', 'turtle']}>
      <NewPassword
        save={t('Save password')}
        done={t('Password changed. Log in with the new one.')}
        dead={
          <p>
            <Sentence
              text="{link}, or ask your center if you don’t have an email address."
              link={<Link to="/forget-password">{t('Request a new link')}</Link>}
            />
          </p>
        }
      />
    </FrontPage>
  )
}
