import fluent from '@iconify-json/fluent-emoji-flat/icons.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { avatarFor, avatarIcon, avatarLabel, avatars } from '#shared/avatars.ts'

test('there are 37 different avatars', () => {
  expect(avatars).toHaveLength(37)
  expect(new Set(avatars).size).toBe(37)
  expect(new Set(avatars.map(avatarLabel)).size).toBe(37)
})

test('the avatars named in the specification are included', () => {
  expect(avatars).toEqual(
    expect.arrayContaining(['ant', 'cat_face', 'dog', 'fox_face', 'goat', 'whale', 'wolf_side']),
  )
})

test('every avatar has a picture in the icon set', () => {
  expect(avatars.filter((name) => !(avatarIcon(name) in fluent.icons))).toEqual([])
})

test.each([
  ['cat_face', 'Cat'],
  ['wolf_side', 'Wolf'],
  ['ant', 'Ant'],
] as const)('the avatar %s is labeled %s', (name, label) => expect(avatarLabel(name)).toBe(label))

test('new people get a variety of avatars, and the same id always gets the same one', () => {
  const ids = Array.from(
    { length: 500 },
    (_, n) => `01a20d7f-a6d9-7678-b92d-${String(n * 131).padStart(12, '0')}`,
  )
  expect(new Set(ids.map(avatarFor)).size).toBeGreaterThan(30)
  expect(ids.map(avatarFor)).toEqual(ids.map(avatarFor))
})
