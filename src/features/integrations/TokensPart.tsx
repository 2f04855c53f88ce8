import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleAlert, CircleCheck, Clock, Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { read } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { type AccessToken, type NewAccessToken, tokens } from './api.ts'
import style from './Integrations.module.css'
import { Part } from './Part.tsx'
import { scopesInWords } from './scopes.ts'
import { RevokeTokenDialog, TokenDialog } from './TokenDialogs.tsx'
import { TokenSheet } from './TokenSheet.tsx'

type OpenDialog =
  | { what: 'add' }
  | { what: 'made'; made: NewAccessToken }
  | { what: 'revoke'; token: AccessToken }

/** Access tokens of a center: create one, see which program uses it, revoke it. */
export function TokensPart({ centerId }: { centerId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read(tokens.list, { centerId }))
  const queries = useQueryClient()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const changed = () => void queries.invalidateQueries({ queryKey: [tokens.list.path] })
  const close = () => setOpen(null)
  const show = (made: NewAccessToken) => {
    changed()
    setOpen({ what: 'made', made })
  }
  const add = (
    <Button changes icon={<Plus aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
      {t('New token')}
    </Button>
  )
  return (
    <Part
      title={t('Access tokens')}
      about={
        <>
          {t(
            'A program uses a token like a password for this center’s data. Give each program its own token, with access only to what it needs.',
          )}{' '}
          <a href="/api/docs">{t('API reference')}</a>
        </>
      }
      action={data && add}
    >
      {!data && (
        <div className="pad-2-4">
          <QueryState
            query={{ error, isFetching, refetch }}
            of={t('the access tokens')}
            lines={3}
            height="3rem"
          />
        </div>
      )}
      {data?.length === 0 && <p className="pad-2-4 ruled">{t('No tokens yet.')}</p>}
      {data && data.length > 0 && (
        <ul aria-label={t('Access tokens')}>
          {data.map((token) => (
            <TokenRow key={token._id} token={token} onRevoke={() => setOpen({ what: 'revoke', token })} />
          ))}
        </ul>
      )}
      {open?.what === 'add' && <TokenSheet centerId={centerId} onMade={show} onClose={close} />}
      {open?.what === 'made' && <TokenDialog made={open.made} onClose={close} />}
      {open?.what === 'revoke' && (
        <RevokeTokenDialog centerId={centerId} token={open.token} onRevoked={changed} onClose={close} />
      )}
    </Part>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, scopes, state, createdBy, createdAt, usedAt } = token
  const { moment, day } = useClock()
  return (
    <li className={`${style.row} grid gap-1-3 pad-2-4 ruled`} data-ended={state !== 'active' || undefined}>
      <span className="stack breakable">
        <span className="bold">{name}</span>
        <span className="fine-print">{scopesInWords(scopes)}</span>
      </span>
      <span className="stack breakable">
        <State token={token} />
        <span className="fine-print" data-figures>
          {usedAt ? t('Last used {moment}', { moment: moment(usedAt) }) : t('Not used yet')}
        </span>
        <span className="fine-print" data-figures>
          {t('Created by {createdBy}, {day}', { createdBy, day: day(createdAt) })}
        </span>
      </span>
      {state !== 'revoked' && (
        <Button kind="quiet" aria-label={t('Revoke {name}', { name })} onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      )}
    </li>
  )
}

const states = {
  active: { Icon: CircleCheck, color: 'success' },
  stopped: { Icon: CircleAlert, color: 'warn' },
  expired: { Icon: Clock, color: 'secondary' },
  revoked: { Icon: Ban, color: 'secondary' },
} as const

function State({ token: { state, createdBy, expiresAt } }: { token: AccessToken }) {
  const { day } = useClock()
  const { Icon, color } = states[state]
  const words = {
    active: t('Active until {day}', { day: day(expiresAt) }),
    stopped: t('Not working: {createdBy} is no longer a manager here', { createdBy }),
    expired: t('Expired {day}', { day: day(expiresAt) }),
    revoked: t('Revoked'),
  }
  return (
    <StatusText icon={Icon} color={color}>
      {words[state]}
    </StatusText>
  )
}
