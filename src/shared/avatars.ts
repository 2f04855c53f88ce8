import { capitalized } from './text.ts'
import { t } from './language.ts'

/** The fixed set of 37 avatars (spec §3). The name is stored. The picture is at `/avatars/<name>.svg`. */
export const avatars = [
  'ant',
  'bear',
  'beaver',
  'butterfly',
  'camel',
  'cat_face',
  'chicken',
  'cow_face',
  'crocodile',
  'deer',
  'dog',
  'dolphin',
  'duck',
  'eagle',
  'elephant',
  'flamingo',
  'fox_face',
  'frog',
  'giraffe',
  'goat',
  'hamster',
  'hedgehog',
  'honeybee',
  'horse_face',
  'kangaroo',
  'koala',
  'lion',
  'monkey_face',
  'octopus',
  'owl',
  'panda',
  'penguin',
  'rabbit_face',
  'tiger_face',
  'turtle',
  'whale',
  'wolf_side',
] as const

export type AvatarName = (typeof avatars)[number]

/** Returns an avatar's display name: 'Cat' for `cat_face`. */
export function avatarLabel(name: AvatarName) {
  const animal = name.replace(/_(face|side)$/, '')
  return t(capitalized(animal))
}

/**
 * Returns the name of an avatar's icon in Fluent Emoji Flat, which uses hyphens and has shorter names for the
 * fox and the wolf.
 */
export function avatarIcon(name: AvatarName) {
  if (name === 'fox_face') return 'fox'
  if (name === 'wolf_side') return 'wolf'
  return name.replaceAll('_', '-')
}

/**
 * Returns the avatar for a new person, chosen by the last four hex digits of the id. Those digits are random,
 * so people get a variety of avatars.
 */
export const avatarFor = (id: string): AvatarName =>
  avatars[Number.parseInt(id.slice(-4), 16) % avatars.length] ?? avatars[0]
