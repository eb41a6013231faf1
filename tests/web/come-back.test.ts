import { expect, test, vi } from 'vitest'
import { comeBackPath } from '../../web/auth/come-back.ts'

vi.stubGlobal('location', { origin: 'https://app.example' })

test('after signing in the reader returns to the page that was asked for', () => {
  expect(comeBackPath('/notifications?tab=settings#x')).toBe('/notifications?tab=settings#x')
})

test.each([
  null,
  '',
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
])('no address elsewhere is followed: %s', (next) => {
  expect(comeBackPath(next)).toBe('/dashboard')
})

test('nor back to the sign-in itself', () => {
  expect(comeBackPath('/auth?next=/auth')).toBe('/dashboard')
})
