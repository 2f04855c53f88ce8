import { Link } from '@tanstack/react-router'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { NewPassword } from './NewPassword.tsx'

/** `/password-reset#token=…` (spec §2). */
export function PasswordResetPage() {
  return (
    <FrontPage title="Choose a new password" animals={['hedgehog', 'owl', 'turtle']}>
      <NewPassword
        save="Save password"
        done="Password changed. Log in with the new one."
        dead={
          <p>
            <Link to="/forget-password">Request a new link</Link>, or ask your center if you don’t have an
            email address.
          </p>
        }
      />
    </FrontPage>
  )
}
