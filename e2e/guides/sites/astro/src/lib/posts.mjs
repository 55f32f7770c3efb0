import posts from "../../posts.json";

export const getPosts = async () => posts;
