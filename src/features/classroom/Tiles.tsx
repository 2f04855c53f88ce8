import { Link } from '@tanstack/react-router'
import { Footprints, Users, UserX } from 'lucide-react'
import { kindTitles } from '#features/practice/rules.ts'
import { homeLink, links, positionOf } from '#features/practice/question-ref.ts'
import { verdictWords } from '#features/practice/describe-answer.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LiveUpdatesDown } from '#web/LiveUpdatesDown.tsx'
import type { Tile } from './api.ts'
import type { Standing } from './rules.ts'
import { StandingSign } from './StandingSign.tsx'
import style from './Tiles.module.css'
import { useHelp } from './use-help.ts'
import { studentOf } from './use-seat.ts'
import { useTileOrder } from './use-tile-order.ts'

type TilesProps = { tiles: readonly Tile[]; classId: string; root: string }

/**
 * Tiles of a class's students, those who need attention first. Tiles keep their places for three seconds
 * after one is hovered, pressed or focused.
 */
export function Tiles({ tiles, classId, root }: TilesProps) {
  const { shown, now, touched } = useTileOrder(tiles)
  const help = useHelp(classId)
  if (tiles.length === 0)
    return (
      <EmptyState icon={<Users />} title={t('No students')}>
        {t('This class has no students today.')}
      </EmptyState>
    )
  return (
    <>
      <LiveUpdatesDown />
      <ul className={`${style.tiles} grid gap-3`} aria-label={t('Students')}>
        {shown.map((tile) => (
          <ClassroomTile
            key={tile.studentId}
            tile={tile}
            now={now}
            root={root}
            onTouch={touched}
            onHelp={() => help(tile.studentId)}
          />
        ))}
      </ul>
    </>
  )
}

const minutesSince = (instant: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000))

type ClassroomTileProps = {
  tile: Tile & { standing: Standing }
  now: number
  root: string
  onTouch: () => void
  onHelp: () => void
}

function ClassroomTile({ tile, now, root, onTouch, onHelp }: ClassroomTileProps) {
  const { studentId, firstName, lastName, avatar, level, mark, place, standing, last } = tile
  const name = fullName({ firstName, lastName })
  const viewer = studentOf(root, studentId)
  const calls = standing === 'hand' || standing === 'help'
  const gone = place === null && (mark === 'absent' || mark === 'pickup')
  return (
    <li
      className={`${style.tile} grid gap-2 pad-3 surface`}
      data-standing={standing}
      data-gone={mark === 'absent' || mark === 'pickup' || undefined}
      onPointerEnter={onTouch}
      onPointerDown={onTouch}
    >
      {/* The link covers the whole tile; the help button is on top of it. */}
      <Link
        to={place ? links({ viewer, ...place, ...positionOf(place.kind, place) }).question : homeLink(viewer)}
        className={`${style.open} row middle gap-3 ink target no-underline`}
        onFocus={onTouch}
      >
        <Avatar name={avatar} label={name} size={44} decorative />
        <span className={`${style.name} grid breakable shrinks`}>
          <strong>{name}</strong>
          <small>
            {!gone && mark === 'absent' ? t('Absent') : !gone && mark === 'pickup' ? t('Picked up') : level}
          </small>
        </span>
      </Link>
      {gone ? (
        <span className={`${style.standing} inline-row middle gap-2 bold`} data-standing="away">
          <UserX aria-hidden /> {t(mark === 'absent' ? 'Absent today' : 'Picked up today')}
        </span>
      ) : (
        <StandingSign standing={standing} seenBy={place?.seenBy ?? null} />
      )}
      {place ? (
        <p className={`${style.on} grid quiet breakable`}>
          <strong>{place.section}</strong>
          <span data-figures>
            {t('{kindWord}, question {num} of {of}', {
              kindWord: t(kindTitles[place.kind]),
              num: place.num,
              of: place.of,
            })}
          </span>
          <span data-figures>
            {place.tries > 0 &&
              `${t(place.tries === 1 ? '1 try' : '{tries} tries', { tries: place.tries })} · `}
            {standing === 'done'
              ? ''
              : t('{since} min on this question', { since: minutesSince(place.since, now) })}
          </span>
        </p>
      ) : (
        <p className={`${style.on} grid quiet breakable`}>{!gone && t('Nothing opened today.')}</p>
      )}
      <p
        className={`${style.last} row gap-1`}
        aria-label={t('Last answers: {verdicts}', {
          verdicts: last.map((status) => t(verdictWords[status])).join(', ') || t('none'),
        })}
        role="img"
      >
        {last.map((status, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- The answers have no key but their order.
          <i key={at} data-status={status} />
        ))}
      </p>
      {calls && (
        <Button
          icon={<Footprints aria-hidden />}
          onClick={onHelp}
          onFocus={onTouch}
          aria-label={t('I’ll help {name}', { name })}
        >
          {t('I’ll help')}
        </Button>
      )}
    </li>
  )
}
