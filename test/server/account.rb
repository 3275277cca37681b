# Creates an account with an administrator, and prints what `npm run test:server` needs.
account = Account.create!(name: 'Tests')
user = User.new(name: 'Tester', email: 'tester@example.com', password: 'Only-for-tests-1')
user.skip_confirmation!
user.save!
AccountUser.create!(account: account, user: user, role: :administrator)

puts "CUSTOMER_CONVERSATION_URL=#{ENV.fetch('FRONTEND_URL')}"
puts "CUSTOMER_CONVERSATION_TOKEN=#{user.access_token.token}"
puts "CUSTOMER_CONVERSATION_ACCOUNT=#{account.id}"
