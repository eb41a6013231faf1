import { expect, test } from 'vitest'
import { visibleText } from '../../local/user-pool.ts'

test('a mail of the user pool reads as its words, its code first, then where its links lead to', () => {
  const html =
    '<html><head><style>p { margin: 0 }</style></head><body><p>Welcome &amp; hello</p>' +
    '<a class="button" href="https://app.test/auth?email=a%40b.test&amp;code=123456">Confirm</a> or type 123456' +
    '</body></html>'
  expect(visibleText(html)).toBe(
    'Welcome & hello Confirm or type 123456 https://app.test/auth?email=a%40b.test&code=123456',
  )
})
