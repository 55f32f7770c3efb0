# A Rails application in one file: writes the page of every post into public.
require "action_controller/railtie"
require "json"
require "ostruct"
require_relative "app/helpers/platen_helper"

class Site < Rails::Application
  config.root = __dir__
  config.eager_load = false
  config.consider_all_requests_local = true
  config.hosts.clear
  config.secret_key_base = "only pages are rendered"
  config.logger = Logger.new($stderr, level: Logger::WARN)
  routes.append { get "/posts/:slug", to: "posts#show" }
end

class PostsController < ActionController::Base
  helper PlatenHelper

  POSTS = JSON.parse(File.read(File.join(__dir__, "posts.json"))).to_h { |post| [post["slug"], OpenStruct.new(post)] }

  def show
    @post = POSTS.fetch(params[:slug])
    render template: "posts/show", layout: "application"
  end
end

Site.initialize!
FileUtils.mkdir_p("public/posts")
PostsController::POSTS.each_key do |slug|
  status, _, body = Site.call(Rack::MockRequest.env_for("http://localhost/posts/#{slug}"))
  html = +""
  body.each { |part| html << part }
  abort html unless status == 200
  File.write("public/posts/#{slug}.html", html)
end
