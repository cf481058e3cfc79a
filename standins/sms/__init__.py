"""A stand-in for the text provider: sending and listing messages, status callbacks, and a page that shows a phone.

After the public reference of the Messages resource: https://www.twilio.com/docs/messaging/api/message-resource.
"""
