import { describe, expect, test } from 'vitest'
import { afterMark, type Facts, isDeviceTime, type Mark, markWord } from './rules.ts'

const [early, now] = ['2026-03-03T21:30:00.000Z', '2026-03-03T22:00:00.000Z']
const present: Facts = { mark: 'present', arrivedAt: early, departedAt: null }
const absent: Facts = { mark: 'absent', arrivedAt: null, departedAt: null }
const pickedUp: Facts = { mark: 'pickup', arrivedAt: early, departedAt: early }
const pickedUpWork: Facts = { mark: 'pickup', arrivedAt: null, departedAt: null }

describe('the facts after a mark (product §4)', () => {
  test.each<[string, Facts | null, Mark, Facts]>([
    ['none → present arrives now', null, 'present', { mark: 'present', arrivedAt: now, departedAt: null }],
    ['none → absent has not arrived', null, 'absent', absent],
    ['none → pickup picks up work, and nobody attended', null, 'pickup', pickedUpWork],
    ['absent → present arrives now', absent, 'present', { mark: 'present', arrivedAt: now, departedAt: null }],
    ['absent → pickup picks up work', absent, 'pickup', pickedUpWork],
    ['present → present keeps the arrival', present, 'present', present],
    ['present → absent takes the arrival back', present, 'absent', absent],
    ['present → pickup departs now', present, 'pickup', { mark: 'pickup', arrivedAt: early, departedAt: now }],
    ['pickup → pickup keeps the departure', pickedUp, 'pickup', pickedUp],
    ['pickup → present takes the departure back', pickedUp, 'present', present],
    ['picked up work → present arrives now', pickedUpWork, 'present', { mark: 'present', arrivedAt: now, departedAt: null }],
    ['pickup → absent takes both back', pickedUp, 'absent', absent],
  ])('%s', (_, before, mark, want) => expect(afterMark(before, mark, now)).toEqual(want))
})

describe('the word for a mark', () => {
  test.each<[string, Facts | null]>([
    ['Not taken', null],
    ['Present', present],
    ['Absent', absent],
    ['Picked up', pickedUp],
    ['Picked up work', pickedUpWork],
  ])('%s', (word, facts) => expect(markWord(facts)).toBe(word))
})

describe('a device marks from 30 minutes before a class to 60 after it', () => {
  const klass = { time: '16:30', endTime: '17:45' }
  test.each([
    ['15:59', false],
    ['16:00', true],
    ['16:30', true],
    ['17:45', true],
    ['18:45', true],
    ['18:46', false],
    ['00:00', false],
  ])('at %s: %s', (time, want) => expect(isDeviceTime(klass, time)).toBe(want))

  test('a class at either end of the day has its minutes within the day', () => {
    expect(isDeviceTime({ time: '00:10', endTime: '01:00' }, '00:00')).toBe(true)
    expect(isDeviceTime({ time: '22:45', endTime: '23:59' }, '23:59')).toBe(true)
  })
})
